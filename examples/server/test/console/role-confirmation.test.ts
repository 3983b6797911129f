import test from 'ava';
import { plantConnection, settingsForm } from '../support/connection-changes.js';
import { outcomeIn } from '../support/console-pages.js';
import { visitAs } from '../support/console-visitors.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A tenant with a group of two members, and an owner in its console. */
async function scene() {
  const tenant = await freshTenant(server);
  const tenantId = tenant.id;
  const addGroup = (name: string) => db().group.create({ data: { tenantId, name, nameKey: name.toLowerCase() } });
  const [group, empty] = [await addGroup('Ops'), await addGroup('Empty')];
  const members = [await addMember(server, tenantId, 'member'), await addMember(server, tenantId, 'member')];
  await db().groupMember.createMany({ data: members.map(({ userId }) => ({ tenantId, userId, groupId: group.id })) });
  const visit = await visitAs(server, tenant, 'owner');
  const admins = () => db().membership.count({ where: { tenantId, role: 'admin' } });
  return { tenant, base: `/console/${tenant.slug}`, visit, admins, ops: `role.${group.id}`, empty: `role.${empty.id}` };
}

test('roles of groups of a connection are asked about only if the role of a member changes', async (t) => {
  const { tenant, base, visit, admins, ops, empty } = await scene();
  const id = await plantConnection(server, tenant.id, 'ACTIVE');
  const path = `${base}/single-sign-on/connections/${id}/settings`;
  const form = await settingsForm(server, id);
  t.is((await visit.post(path, { ...form, [ops]: '', [empty]: 'admin' })).status, 303);
  const given = { ...form, [ops]: 'admin', [empty]: 'admin' };
  const asked = await visit.post(path, given);
  t.regex(asked.html, /2 members become admins\./u);
  t.is(await admins(), 0);
  t.is((await visit.post(path, { ...given, outcome: outcomeIn(asked) })).status, 303);
  t.is(await admins(), 2);
  t.is((await visit.post(path, { ...given, name: 'Renamed' })).status, 303);
  const back = await visit.post(path, form);
  t.regex(back.html, /2 members stop being admins\./u);
  t.is((await visit.post(path, { ...form, outcome: outcomeIn(back) })).status, 303);
  t.is(await admins(), 0);
});

test('roles of groups of a directory are asked about only if the role of a member changes', async (t) => {
  const { tenant, base, visit, admins, ops, empty } = await scene();
  await visit.post(`${base}/directories`, { name: 'Okta' });
  const { id } = await db().directory.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const path = `${base}/directories/${id}/roles`;
  t.is((await visit.post(path, { [empty]: 'admin' })).status, 303);
  const asked = await visit.post(path, { [ops]: 'admin', [empty]: '' });
  t.regex(asked.html, /2 members become admins\./u);
  t.is(await admins(), 0);
  t.is((await visit.post(path, { [ops]: 'admin', [empty]: '', outcome: outcomeIn(asked) })).status, 303);
  t.is(await admins(), 2);
  t.is((await visit.post(path, { [ops]: 'admin' })).location, `${path}?done=rolesUnchanged`);
  t.regex((await visit.post(path, { [ops]: '' })).html, /2 members stop being admins\./u);
  t.is(await admins(), 2);
});

test('the form offers no role or admin, and keeps a role of member that the API has set', async (t) => {
  const { tenant, base, visit, ops } = await scene();
  await visit.post(`${base}/directories`, { name: 'Okta' });
  const { id } = await db().directory.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const groupId = ops.slice('role.'.length);
  await db().roleRule.create({ data: { sourceId: id, tenantId: tenant.id, groupId, role: 'member' } });
  const { html } = await visit.open(`${base}/directories/${id}/roles`);
  const select = new RegExp(`name="${ops}".*?</select>`, 'su').exec(html)?.[0] ?? '';
  t.deepEqual(
    [...select.matchAll(/<option value="(\w*)"[^>]*>([^<]*)/gu)].map(([, value, label]) => [value, label]),
    [
      ['member', 'No role'],
      ['admin', 'Admin'],
    ],
  );
});

test('a refused settings form connects its error and focuses the first refused field', async (t) => {
  const { tenant, base, visit } = await scene();
  const id = await plantConnection(server, tenant.id, 'ACTIVE');
  const path = `${base}/single-sign-on/connections/${id}/settings`;
  const sent = { ...(await settingsForm(server, id)), emailClaim: 'upn' };
  const { status, html } = await visit.post(path, sent);
  t.is(status, 422);
  const input = /<input[^>]*name="understood"[^>]*>/u.exec(html)?.[0] ?? '';
  for (const part of ['autofocus', 'aria-invalid="true"', 'aria-describedby="field-understood-error"'])
    t.true(input.includes(part), part);
  t.true(html.includes('id="field-understood-error"'));
  await visit.post(`${base}/directories`, { name: 'Okta' });
  const directory = await db().directory.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const refused = await visit.post(`${base}/directories/${directory.id}`, { action: 'update', name: '' });
  t.is(refused.status, 422);
  const name = /<input[^>]*name="name"[^>]*>/u.exec(refused.html)?.[0] ?? '';
  for (const part of ['autofocus', 'required', 'aria-invalid="true"']) t.true(name.includes(part), part);
});

test('the sign-out redirect URI is shown before signing out at the provider is on', async (t) => {
  const { tenant, base, visit } = await scene();
  const id = await plantConnection(server, tenant.id, 'ACTIVE');
  const { html } = await visit.open(`${base}/single-sign-on/connections/${id}`);
  t.true(html.includes('id="post-logout-redirect-uri"'));
});
