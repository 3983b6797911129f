import { silentLogger } from '@org/identity-core';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import { licensing } from '@org/identity-licensing';
import { createEventBus, type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { tenants } from '@org/identity-tenants';
import {
  explain,
  noMailLimits,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  tableOf,
  touchesRows,
} from '@org/identity-testing';
import { users } from '@org/identity-users';
import ava from 'ava';
import { claimMails } from '../../src/background/mail/claim-mails.js';
import { composePlugins } from '../../src/compose-plugins.js';
import { createVault } from '../../src/keys/secrets.js';
import { createSigner } from '../../src/keys/signer.js';
import { ownPersonalData } from '../../src/personal-data/own-personal-data.js';
import { addEvents, fillWithPeople, largeTables, userIdOf } from '../support/many-people.js';

// The tests run one after the other because they share the list of statements.
const test = ava.serial;

const secret = 'a secret for tests only, of more than 32 characters';
let database: TestDatabase;
let opened: OpenDatabase;
let statements: RecordedStatement[];
test.before(async () => {
  database = await createTestDatabase();
  await fillWithPeople(database.url);
  opened = openDatabase({ databaseUrl: database.url, poolSize: 2 });
  statements = recordStatements(opened);
});
test.after.always(async () => {
  await opened?.close();
  await database?.drop();
});

function sections() {
  const { db, pool } = opened;
  const services = {
    db,
    pool,
    events: createEventBus(),
    mail: { add: () => Promise.resolve() },
    mailLimits: { max: noMailLimits, count: () => Promise.resolve() },
    notedMails: { noted: () => {}, queue: () => Promise.resolve() },
    sendMail() {},
    sendLogoutNotices() {},
    issuer: 'http://localhost:3000',
    brand: { productName: 'Test' },
    logger: silentLogger,
    fetch,
    createPost: () => () => Promise.reject(new Error('no requests here')),
    allowsPrivateNetworks: true,
    vault: createVault(secret),
    signer: createSigner({ db, issuer: 'http://localhost:3000', keys: () => ({ signing: [] }) }),
  };
  return composePlugins([users(), tenants(), licensing()], services, { personalData: ownPersonalData({ db, secret }) })
    .personalData;
}

/** Runs the action and returns the parts of its plans that read a whole table. */
async function wholeReads(action: () => Promise<unknown>): Promise<{ statements: number; found: string[] }> {
  statements.length = 0;
  await action();
  const ran = statements.filter(touchesRows);
  const found: string[] = [];
  for (const statement of ran) {
    const nodes = await explain(opened, statement);
    const whole = nodes.filter((node) => largeTables.has(tableOf(node)) && readsEverything(node));
    found.push(...whole.map((node) => `${node['Node Type']} on ${node['Relation Name']}: ${statement.text}`));
  }
  return { statements: ran.length, found };
}

const isPages = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Reads a section to its end. Returns its number of rows, and the largest number that was read at once. */
async function readAll(collected: unknown): Promise<{ rows: number; mostAtOnce: number }> {
  const lists = isPages(collected) || Array.isArray(collected) ? [collected] : Object.values(collected as object);
  const total = { rows: 0, mostAtOnce: 0 };
  for (const list of lists) {
    if (isPages(list)) {
      for await (const page of list) {
        total.rows += page.length;
        total.mostAtOnce = Math.max(total.mostAtOnce, page.length);
      }
    } else if (Array.isArray(list)) {
      total.rows += list.length;
      total.mostAtOnce = Math.max(total.mostAtOnce, list.length);
    }
  }
  return total;
}

test('of 100,000 users one is exported without a statement that reads a whole table', async (t) => {
  const { found, statements: count } = await wholeReads(async () => {
    for (const section of sections()) await readAll(await section.collect(userIdOf(70_000)));
  });
  t.deepEqual(found, []);
  t.true(count > 15, String(count));
});

test('of 100,000 users one is erased without a statement that reads a whole table', async (t) => {
  const { found } = await wholeReads(() =>
    opened.db.$transaction(async (tx) => {
      for (const section of sections()) await section.erase(tx, userIdOf(70_001));
    }),
  );
  t.deepEqual(found, []);
});

test('of 100,000 events of one user at most 1,000 are in memory, in an export and while erasing', async (t) => {
  const userId = userIdOf(70_002);
  await addEvents(database.url, userId, 100_000);
  const events = sections().find(({ name }) => name === 'events');
  const read = await readAll(await events?.collect(userId));
  t.is(read.rows, 100_001);
  t.true(read.mostAtOnce <= 1_000, String(read.mostAtOnce));
  statements.length = 0;
  await opened.db.$transaction((tx) => events?.erase(tx, userId) ?? Promise.resolve(), { timeout: 60_000 });
  const reads = statements.filter(({ text }) => /^\s*\(?SELECT.*events/isu.test(text));
  t.true(reads.length > 100, `${reads.length} pages`);
});

test('of 100,000 mails the next one is claimed by an index, without sorting them', async (t) => {
  const { rows: busy } = await claimMails(opened.pool, [], 1);
  t.truthy(busy[0]?.recipient_hash);
  statements.length = 0;
  t.is((await claimMails(opened.pool, busy, 1)).rows.length, 1);
  const [claim] = statements;
  const nodes = claim ? await explain(opened, claim) : [];
  const types = nodes.map((node) => node['Node Type']);
  t.true(
    types.some((type) => /^Index/u.test(type)),
    types.join(),
  );
  t.false(types.includes('Seq Scan'), types.join());
  // Only the few that the claim looks at are sorted.
  for (const node of nodes) if (node['Node Type'] === 'Sort') t.true(node['Plan Rows'] <= 16, types.join());
});

test('a statement that does read a whole table is noticed', async (t) => {
  const { found } = await wholeReads(() => opened.db.oidcRecord.findFirst({ where: { payload: { equals: {} } } }));
  t.is(found.length, 1);
});
