import { google, licensing, tenants, users } from '@org/identity-server';
import test from 'ava';
import { bcryptHash, importLines, newEmail } from '../support/import-tests.js';
import { licensedTenant } from '../support/licensing-api.js';
import { platformMachine } from '../support/platform-api.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  const sso = [google({ clientId: 'g', clientSecret: 's' })];
  server = await startTestServer({ plugins: [users({ sso }), tenants(), licensing()] });
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const run = (lines: readonly unknown[], query = '') => importLines(server, token, lines, query);
const userOf = (normalizedEmail: string) => db().user.findUniqueOrThrow({ where: { normalizedEmail } });
const emails = (count: number) => Array.from({ length: count }, () => newEmail());

/** In how many transactions the lines of an import were done. */
async function transactionsOf(id: string): Promise<number> {
  const rows = await db().$queryRaw<{ count: bigint }[]>`
    SELECT count(DISTINCT xmin::text) FROM identity.import_lines WHERE import_id = ${id}::uuid`;
  return Number(rows[0]?.count);
}

/** The types of the events about a user after the account was created, with the names of their data. */
async function eventsOf(email: string) {
  const { id } = await userOf(email);
  const events = await db().event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  return events
    .filter(({ type }) => type !== 'account.created')
    .map(({ type, actorKind, data }) => [type, actorKind, Object.keys(Object(data)).sort()])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}

/** A change of everything that a line can change, for somebody who has nothing but an email and one membership. */
const changed = (email: string, { of, joined }: { of: string; joined: string }) => ({
  email,
  emailVerified: true,
  externalId: `x|${email}`,
  displayName: 'Ada Lovelace',
  givenName: 'Ada',
  familyName: null,
  locale: 'de',
  zoneinfo: 'Europe/Berlin',
  password: { algorithm: 'bcrypt', hash: bcryptHash },
  totpSecret: 'JBSWY3DPEHPK3PXP',
  links: [{ provider: 'google', subject: email }],
  memberships: [
    { tenant: of, role: 'admin', licenses: [{ application: 'CRM', licenseType: 'pro' }] },
    { tenant: joined, role: 'member' },
  ],
});

test.serial('lines that change accounts share a transaction, and change what each of them would alone', async (t) => {
  const [of, joined] = [await licensedTenant(server, 100), await freshTenant(server)];
  const [alone = '', ...others] = emails(41);
  const member = { memberships: [{ tenant: of.slug }] };
  await run([alone, ...others].map((email) => ({ email, familyName: 'L', ...member })));
  const line = (email: string) => changed(email, { of: of.slug, joined: joined.slug });
  t.like((await run([line(alone)])).counts, { changed: 1 });
  const { id, counts, report } = await run(others.map(line));
  t.like(counts, { changed: 40, refused: 0, waiting: 0, withPassword: 40, withSecondFactor: 40, withLinks: 40 });
  t.deepEqual(
    report.map(({ line: number, result }) => [number, result]),
    others.map((_, index) => [index + 1, 'changed']),
  );
  t.is(await transactionsOf(id), 1);
  const [expected, events] = [await userOf(alone), await eventsOf(alone)];
  t.deepEqual(
    events.map(([type]) => type),
    [
      'email.verified',
      'member.added',
      'member.added',
      'member.role_changed',
      'mfa.enabled',
      'password.changed',
      'profile.updated',
      'seat.granted',
      'sso.linked',
    ],
  );
  const comparable = ({ id: _, email, normalizedEmail, externalId, createdAt, updatedAt, ...user }: typeof expected) =>
    user;
  for (const email of others) {
    t.deepEqual(comparable(await userOf(email)), comparable(expected));
    t.deepEqual(await eventsOf(email), events);
  }
  t.is(await db().totp.count({ where: { user: { normalizedEmail: { in: others } }, confirmedAt: { not: null } } }), 40);
  t.like((await run(others.map(line))).counts, { unchanged: 40, changed: 0 });
});

test.serial('new and known people in one file share transactions, and keep the order of their lines', async (t) => {
  const all = emails(30);
  const known = all.filter((_, index) => index % 2 === 0);
  await run(known.map((email) => ({ email })));
  const { id, report } = await run(all.map((email) => ({ email, displayName: 'Ada' })));
  t.deepEqual(
    report.map(({ email, result }) => [email, result]),
    all.map((email, index) => [email, index % 2 === 0 ? 'changed' : 'created']),
  );
  t.is(await transactionsOf(id), 1);
});

test.serial('a refused change does not take its batch with it, and the report names its field', async (t) => {
  const tenant = await licensedTenant(server, 5);
  const all = emails(20);
  const membership = { tenant: tenant.slug, licenses: [{ application: 'CRM', licenseType: 'pro' }] };
  await run(all.map((email) => ({ email })));
  // Only the write finds that another account has the link.
  const subject = newEmail();
  await run([{ email: newEmail(), links: [{ provider: 'google', subject }] }]);
  const { counts, report } = await run(
    all.map((email, index) => ({
      email,
      displayName: 'Ada',
      memberships: [membership],
      ...(index === 7 ? { links: [{ provider: 'google', subject }] } : {}),
    })),
  );
  t.like(counts, { changed: 19, refused: 1, waiting: 14 });
  t.like(report[7], { line: 8, result: 'refused', field: 'links' });
  t.like(await userOf(all[7] ?? ''), { displayName: null });
  t.is(await db().seat.count({ where: { tenantId: tenant.id } }), 5);
});

test.serial('changes that depend on the lines before them are made in their order', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const at = (role: string) => ({ memberships: [{ tenant: tenant.slug, role }] });
  const [early, late] = [tenant.owner.email, member.email];
  const { report } = await run([
    { email: early, ...at('member') },
    { email: late, ...at('owner') },
    { email: early, ...at('member') },
  ]);
  t.deepEqual(
    report.map(({ result }) => result),
    ['refused', 'changed', 'changed'],
  );
});

test.serial('an email that one line gives up can be that of a later line', async (t) => {
  const [email, next] = emails(2);
  const externalId = `x|${email}`;
  await run([{ email, externalId, emailVerified: true }]);
  const { report } = await run([{ email: next, externalId, emailVerified: true }, { email }]);
  t.deepEqual(
    report.map(({ result }) => result),
    ['changed', 'created'],
  );
  t.is((await userOf(next ?? '')).externalId, externalId);
});

test.serial('a disabled account does not join a tenant in a batch, and the others do', async (t) => {
  const tenant = await freshTenant(server);
  const all = emails(6);
  await run(all.map((email, index) => ({ email, disabled: index === 2 })));
  const { counts, report } = await run(all.map((email) => ({ email, memberships: [{ tenant: tenant.slug }] })));
  t.like(counts, { changed: 5, refused: 1 });
  t.like(report[2], { result: 'refused', field: 'memberships.0.tenant' });
});

test.serial('a rehearsal of changes reports the same and changes nothing', async (t) => {
  const tenant = await licensedTenant(server, 3);
  const all = emails(10);
  const membership = { tenant: tenant.slug, licenses: [{ application: 'CRM', licenseType: 'pro' }] };
  await run(all.map((email) => ({ email })));
  const lines = all.map((email) => ({ email, displayName: 'Ada', memberships: [membership] }));
  const rehearsed = await run(lines, '?rehearse=true');
  t.is(await db().user.count({ where: { normalizedEmail: { in: all }, displayName: { not: null } } }), 0);
  t.is(await db().importLine.count({ where: { importId: rehearsed.id, userId: { not: null } } }), 0);
  const { report, counts } = await run(lines);
  t.like(counts, { changed: 10, waiting: 7 });
  t.deepEqual(rehearsed.report, report);
});
