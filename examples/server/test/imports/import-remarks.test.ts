import { randomUUID } from 'node:crypto';
import test from 'ava';
import { importLines, newEmail } from '../support/import-tests.js';
import { licensedTenant } from '../support/licensing-api.js';
import { platformMachine } from '../support/platform-api.js';
import { send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const run = (lines: readonly unknown[], query = '') => importLines(server, token, lines, query);
const userOf = (normalizedEmail: string) =>
  server.identity.db.user.findUniqueOrThrow({
    where: { normalizedEmail },
    include: { memberships: { include: { seats: true } } },
  });
const post = (body: unknown) => send(server.issuer, 'POST', '/api/platform/users', token, body);

test.serial('a name that is too long is cut, one with a URL and a time before 2000 are left out', async (t) => {
  const [long, url, old, emoji] = [newEmail(), newEmail(), newEmail(), newEmail()];
  const lines = [
    { email: long, displayName: 'x'.repeat(140), givenName: 'Ada' },
    { email: url, displayName: 'See https://evil.example', familyName: '' },
    { email: old, createdAt: '1999-12-31T23:59:59Z' },
    { email: emoji, displayName: `${'x'.repeat(99)}😀😀` },
  ];
  const { counts, report } = await run(lines);
  t.like(counts, { created: 4, refused: 0 });
  t.deepEqual(
    report.map(({ remarks }) => remarks?.map(({ field }) => field)),
    [['displayName'], ['displayName', 'familyName'], ['createdAt'], ['displayName']],
  );
  t.like(await userOf(long), { displayName: 'x'.repeat(100), givenName: 'Ada' });
  t.like(await userOf(url), { displayName: null, familyName: null });
  t.true((await userOf(old)).createdAt.getTime() > Date.UTC(2020, 0));
  t.like(await userOf(emoji), { displayName: 'x'.repeat(99) });
  t.notRegex(JSON.stringify(report), /evil|xxx/u, 'the report has no value of a line');
  t.like((await run(lines)).counts, { unchanged: 4, changed: 0 });
  t.deepEqual((await run(lines, '?rehearse=true')).report, (await run(lines)).report);
});

test.serial('a single user over the API is refused instead, because the caller can correct it', async (t) => {
  const tenant = await licensedTenant(server, 1);
  for (const fields of [
    { displayName: 'x'.repeat(140) },
    { createdAt: '1999-12-31T23:59:59Z' },
    { memberships: [{ tenant: tenant.slug, licenses: [{ application: 'Nothing', licenseType: 'pro' }] }] },
  ])
    t.is((await post({ email: newEmail(), ...fields })).status, 422, JSON.stringify(fields));
});

test.serial('a license that cannot be granted yet waits, and the person comes in all the same', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const cases = [
    [{ application: 'Nothing', licenseType: 'pro' }, 'memberships.0.licenses.0.application'],
    [{ application: 'CRM', licenseType: 'none' }, 'memberships.0.licenses.0.licenseType'],
    [{ application: 'CRM', licenseType: 'basic' }, 'memberships.0.licenses.0'],
  ] as const;
  for (const [license, field] of cases) {
    const line = { email: newEmail(), memberships: [{ tenant: tenant.slug, licenses: [license] }] };
    const { counts, report } = await run([line]);
    t.like(counts, { created: 1, refused: 0, waiting: 1 });
    t.like(report[0], { result: 'created', waiting: true });
    t.deepEqual(
      report[0]?.remarks?.map((remark) => remark.field),
      [field],
    );
    t.like((await userOf(line.email)).memberships, [{ tenantId: tenant.id, status: 'ACTIVE' }]);
    t.like((await run([line])).report[0], { result: 'unchanged', waiting: true });
  }
});

test.serial('the same line grants the license once the tenant has bought it', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const { db } = server.identity;
  await db.subscription.deleteMany({ where: { tenantId: tenant.id } });
  const licenses = [{ application: 'CRM', licenseType: 'pro' }];
  const line = { email: newEmail(), memberships: [{ tenant: tenant.slug, licenses }] };
  t.like((await run([line])).report[0], { result: 'created', waiting: true });
  const type = await db.licenseType.findFirstOrThrow({ where: { slug: 'pro', application: { name: 'CRM' } } });
  const of = { tenantId: tenant.id, applicationId: type.applicationId, licenseTypeId: type.id };
  await db.subscription.create({ data: { ...of, quantityPurchased: 1 } });
  t.like((await run([line])).report[0], { result: 'changed' });
  t.is((await userOf(line.email)).memberships[0]?.seats.length, 1);
});

test.serial('the counts say how many lines bring a password, an app and links', async (t) => {
  const bcrypt = { algorithm: 'bcrypt', hash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' };
  const { counts } = await run([
    { email: newEmail(), password: bcrypt, totpSecret: 'JBSWY3DPEHPK3PXP' },
    { email: newEmail(), password: bcrypt },
    { email: newEmail() },
    { email: `${randomUUID()}`, password: bcrypt },
  ]);
  t.like(counts, { created: 3, refused: 1, withPassword: 2, withSecondFactor: 1, withLinks: 0 });
});
