import { randomUUID } from 'node:crypto';
import test from 'ava';
import { importLines, newEmail } from '../support/import-tests.js';
import { licensedTenant } from '../support/licensing-api.js';
import { platformMachine } from '../support/platform-api.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const run = (lines: readonly unknown[], query = '') => importLines(server, token, lines, query);
const one = async (line: unknown, query = '') => (await run([line], query)).report[0];
const userOf = (email: string) =>
  db().user.findUniqueOrThrow({
    where: { normalizedEmail: email },
    include: { ssoLinks: true, totp: true, memberships: { include: { tenant: true, seats: true } } },
  });

test.serial('roles change, but never the last owner’s, and memberships are never removed', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const at = (role: string) => ({ memberships: [{ tenant: tenant.slug, role }] });
  t.like(await one({ email: member.email, ...at('admin') }), { result: 'changed' });
  t.like(await one({ email: member.email, memberships: [] }), { result: 'unchanged' });
  t.like(await one({ email: member.email, memberships: [{ tenant: tenant.slug }] }), { result: 'unchanged' });
  t.like((await userOf(member.email)).memberships, [{ role: 'admin' }]);
  const refused = await one({ email: tenant.owner.email, displayName: 'Changed', ...at('member') });
  t.like(refused, { result: 'refused', field: 'memberships.0.role' });
  t.like(await userOf(tenant.owner.email), { displayName: null });
  t.like(await one({ email: newEmail(), ...at('owner') }), { result: 'created' });
  t.like(await one({ email: tenant.owner.email, ...at('member') }), { result: 'changed' });
});

test.serial('without a free seat the person waits, and the line says so', async (t) => {
  const tenant = await licensedTenant(server, 1);
  const licenses = [{ application: 'CRM', licenseType: 'pro' }];
  const people = [newEmail(), newEmail(), newEmail()].map((email) => ({
    email,
    memberships: [{ tenant: tenant.slug, licenses }],
  }));
  const first = await run(people);
  t.like(first.counts, { created: 3, waiting: 2 });
  t.deepEqual(
    first.report.map(({ waiting }) => waiting),
    [undefined, true, true],
  );
  t.is(await db().seat.count({ where: { tenantId: tenant.id } }), 1);
  t.is(await db().licenseRequest.count({ where: { tenantId: tenant.id, status: 'WAITING' } }), 2);
  t.like((await run(people)).counts, { created: 0, changed: 0, unchanged: 3, waiting: 2 });
});

test.serial('a refused line in a batch stops nobody else', async (t) => {
  const tenant = await licensedTenant(server, 50);
  const person = (slug: string) => ({
    email: newEmail(),
    memberships: [{ tenant: slug, licenses: [{ application: 'CRM', licenseType: 'pro' }] }],
  });
  const lines = [person(tenant.slug), person('no-such-tenant'), person(tenant.slug), { email: newEmail() }];
  const { counts, report } = await run(lines);
  t.like(counts, { created: 3, refused: 1 });
  t.deepEqual(
    report.map(({ result }) => result),
    ['created', 'refused', 'created', 'created'],
  );
});

test.serial('an unknown tenant is refused, or created by the line of its owner', async (t) => {
  const slug = `t${randomUUID().slice(0, 8)}`;
  const at = (role: string) => ({ email: newEmail(), memberships: [{ tenant: slug, role }] });
  const [early, owner, late] = [at('member'), at('owner'), at('member')];
  t.like(await one(owner), { result: 'refused', field: 'memberships.0.tenant' });
  const lines = [early, owner, late];
  const rehearsed = await run(lines, '?rehearse=true&createTenants=true');
  t.is(await db().tenant.count({ where: { slug } }), 0);
  const { report, counts } = await run(lines, '?createTenants=true');
  t.deepEqual(
    report.map(({ result }) => result),
    ['refused', 'created', 'created'],
  );
  t.deepEqual(rehearsed.report, report);
  t.like(rehearsed.counts, { rehearsed: true, created: counts?.['created'], refused: 1 });
  t.is(await db().membership.count({ where: { tenant: { slug } } }), 2);
});

test.serial('accounts are disabled and enabled, and a disabled one keeps its memberships', async (t) => {
  const tenant = await freshTenant(server);
  const email = newEmail();
  const memberships = [{ tenant: tenant.slug }];
  t.like(await one({ email, disabled: true, memberships }), { result: 'created' });
  const user = await userOf(email);
  t.truthy(user.disabledAt);
  t.is(user.memberships.length, 1);
  t.like(await one({ email, memberships }), { result: 'unchanged' });
  t.like(await one({ email, disabled: false }), { result: 'changed' });
  t.is((await userOf(email)).disabledAt, null);
  t.like(await one({ email, disabled: true }), { result: 'changed' });
  const other = await freshTenant(server);
  const joins = { email, memberships: [{ tenant: other.slug }] };
  t.like(await one(joins), { result: 'refused', field: 'memberships.0.tenant' });
});
