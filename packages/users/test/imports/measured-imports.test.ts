import { createEventBus } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { sameTime } from '../../src/credentials/same-time.js';
import { createImportWork } from '../../src/imports/import-work.js';
import { addUser } from '../support/add-user.js';
import { testVault } from '../support/test-vault.js';

test('the classes of imported hashes are measured when an import ends, also one that another process began', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const passwordHash = `pbkdf2.sha256.100000|c2FsdA|${'A'.repeat(43)}`;
  const id = await addUser(db, 'ada@people.test');
  await db.user.update({ where: { id }, data: { passwordHash } });
  const imported = await db.import.create({ data: { actorKind: 'system', sentLines: 0, leaseUntil: new Date(0) } });
  const { measure } = sameTime;
  t.teardown(() => Object.assign(sameTime, { measure }));
  const measured: string[] = [];
  sameTime.measure = async (classes) => void measured.push(...classes);
  const services = {
    db,
    pool,
    events: createEventBus(),
    vault: testVault,
    mail: { add: () => Promise.resolve() },
    sendMail() {},
    sendLogoutNotices() {},
    issuer: 'http://localhost:3000',
    brand: { productName: 'Test' },
    services: {},
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    personalData: () => [],
  };
  const work = createImportWork(services, new Map());
  t.teardown(() => work.close());
  const job = work.jobs.find(({ name }) => name === 'continue-imports');
  await job?.run(new AbortController().signal);
  t.is((await db.import.findUniqueOrThrow({ where: { id: imported.id } })).status, 'DONE');
  t.is(measured.length, 1);
  t.regex(measured[0] ?? '', /^pbkdf2\.sha256\./u);
});
