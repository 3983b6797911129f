import { licensing, tenants, users } from '@org/identity-server';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { ageSignIn, confirmed, openConsole, outcomeOf, tenantOfAll } from '../support/console-pages.js';
import { addMember, freshTenant, type Member } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** A plugin that adds a section to the page of every member. */
const seatsLike = {
  name: 'seats-like',
  setup: () => ({
    areas: [
      {
        place: 'tenant' as const,
        path: 'members/:membershipId/things',
        sectionOf: 'members/:membershipId',
        texts: { en: { name: 'Things', title: 'Their things' }, de: { name: 'Dinge', title: 'Dinge' } },
        draw: async ({ params }: { params: Readonly<Record<string, string>> }) => `of ${params['membershipId']}`,
      },
    ],
  }),
};

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants(), licensing(), seatsLike] });
});
test.after.always(() => server?.stop());

const pathOf = (slug: string, { membershipId }: Member) => `/console/${slug}/members/${membershipId}`;
const membershipOf = ({ membershipId }: Member) =>
  server.identity.db.membership.findUnique({ where: { id: membershipId }, select: { role: true, status: true } });
const has = (html: string, action: string) => html.includes(`name="action" value="${action}"`);

test('a plain member sees who another member is, and can do nothing', async (t) => {
  const { slug, owner, member } = await tenantOfAll(server);
  await server.identity.db.user.update({ where: { id: owner.userId }, data: { displayName: 'Olga <i>Owner</i>' } });
  const { page } = await openConsole(server, member, pathOf(slug, owner));
  t.is(page.status, 200);
  t.regex(page.html, /<h1>Olga &lt;i>Owner&lt;\/i><\/h1>/u);
  t.true(page.html.includes(owner.email));
  t.regex(page.html, /<dt>Role<\/dt><dd>Owner</u);
  t.regex(page.html, /<dt>Member since<\/dt><dd><time/u);
  t.regex(page.html, /<nav class="crumbs"[^>]*><a href="[^"]*\/members">Members<\/a>/u);
  for (const action of ['role', 'suspend', 'reactivate', 'remove', 'leave']) t.false(has(page.html, action), action);
});

test('another plugin adds a section to the page', async (t) => {
  const { slug, member } = await tenantOfAll(server);
  const { page } = await openConsole(server, member, pathOf(slug, member));
  t.true(page.html.includes(`<h2>Their things</h2>of ${member.membershipId}`));
});

test('a member of another tenant, a pending invitation and an unknown id are not found', async (t) => {
  const { id, slug, owner, other } = await tenantOfAll(server);
  const invited = await addMember(server, id, 'member', 'INVITED');
  const { browser, page } = await openConsole(server, owner, pathOf(slug, owner));
  for (const membershipId of [other.owner.membershipId, invited.membershipId, 'nonsense', '%00', '..%2f..']) {
    const path = `/console/${slug}/members/${membershipId}`;
    t.true([400, 404].includes((await browser.open(path)).status), membershipId);
    t.true([400, 404].includes((await post(browser, page, { action: 'remove' }, { path })).status), membershipId);
  }
  t.truthy(await membershipOf(other.owner));
});

test('the page of another tenant is not found', async (t) => {
  const { slug, stranger, member, other } = await tenantOfAll(server);
  const { browser, page } = await openConsole(server, stranger, `/console/${other.slug}/members`);
  const path = pathOf(slug, member);
  t.is((await browser.open(path)).status, 404);
  t.is((await post(browser, page, { action: 'suspend' }, { path })).status, 404);
  t.deepEqual(await membershipOf(member), { role: 'member', status: 'ACTIVE' });
});

for (const role of ['owner', 'admin', 'superAdmin'] as const) {
  test(`${role}: changes the role, suspends, reactivates and removes a member`, async (t) => {
    const tenant = await tenantOfAll(server);
    const { slug, member } = tenant;
    const path = pathOf(slug, member);
    const { browser, page } = await openConsole(server, tenant[role], path);
    t.true(has(page.html, 'role') && has(page.html, 'suspend') && has(page.html, 'remove'));
    t.is(page.html.includes('<option value="owner">'), role !== 'admin');
    const promoted = await confirmed(browser, page, { action: 'role', role: 'admin' });
    t.true(promoted.asked.html.includes(`Change the role of ${member.email} to Admin?`));
    t.is(promoted.done.location, `${path}?done=role`);
    t.deepEqual(await membershipOf(member), { role: 'admin', status: 'ACTIVE' });
    const suspended = await confirmed(browser, page, { action: 'suspend' });
    t.true(suspended.asked.html.includes(`Suspend ${member.email}?`));
    t.deepEqual(await membershipOf(member), { role: 'admin', status: 'SUSPENDED' });
    const shown = await browser.open(`${path}?done=suspend`);
    t.true(shown.html.includes('<p>Suspended.</p>'));
    t.true(has(shown.html, 'reactivate') && !has(shown.html, 'suspend'));
    t.is((await post(browser, page, { action: 'reactivate' })).location, `${path}?done=reactivate`);
    t.deepEqual(await membershipOf(member), { role: 'admin', status: 'ACTIVE' });
    const removed = await confirmed(browser, page, { action: 'remove' });
    t.true(removed.asked.html.includes('This cannot be undone.'));
    t.is(removed.done.location, `/console/${slug}/members?done=remove`);
    t.is(await membershipOf(member), null);
    t.is((await browser.open(path)).status, 404);
  });
}

test('an admin sees no forms for an owner, and is refused', async (t) => {
  const { id, slug, owner, admin } = await tenantOfAll(server);
  await addMember(server, id, 'owner');
  const { browser, page } = await openConsole(server, admin, pathOf(slug, owner));
  t.false(has(page.html, 'role') || has(page.html, 'suspend') || has(page.html, 'remove'));
  const own = await browser.open(pathOf(slug, admin));
  for (const fields of [{ action: 'role', role: 'member' }, { action: 'suspend' }, { action: 'remove' }])
    t.is((await post(browser, own, fields, { path: pathOf(slug, owner) })).status, 403, fields.action);
  t.deepEqual(await membershipOf(owner), { role: 'owner', status: 'ACTIVE' });
});

test('a plain member is refused, and nobody leaves for another member', async (t) => {
  const { slug, owner, admin, member } = await tenantOfAll(server);
  const plain = await openConsole(server, member, pathOf(slug, member));
  for (const action of ['role', 'suspend', 'reactivate', 'remove', 'leave'])
    t.is(
      (await post(plain.browser, plain.page, { action, role: 'member' }, { path: pathOf(slug, admin) })).status,
      403,
    );
  const boss = await openConsole(server, owner, pathOf(slug, member));
  t.is((await post(boss.browser, boss.page, { action: 'leave' })).status, 403);
  t.deepEqual(await membershipOf(member), { role: 'member', status: 'ACTIVE' });
  t.deepEqual(await membershipOf(admin), { role: 'admin', status: 'ACTIVE' });
});

test('a plain member leaves the organization, and the console of it is gone', async (t) => {
  const { slug, member } = await tenantOfAll(server);
  const { browser, page } = await openConsole(server, member, pathOf(slug, member));
  t.true(has(page.html, 'leave'));
  const { asked, done } = await confirmed(browser, page, { action: 'leave' });
  t.regex(asked.html, /<h1>Leave Fresh\?<\/h1>/u);
  t.is(done.location, '/console?done=left');
  t.is(await membershipOf(member), null);
  t.true((await browser.open('/console?done=left')).html.includes('You have left the organization.'));
  t.is((await browser.open(`/console/${slug}`)).status, 404);
});

test('the last owner cannot leave, be demoted, suspended or removed', async (t) => {
  const { slug, owner, superAdmin } = await tenantOfAll(server);
  const own = await openConsole(server, owner, pathOf(slug, owner));
  const left = await post(own.browser, own.page, { action: 'leave' });
  t.is(left.status, 409);
  t.true(left.html.includes('An organization must have an active owner.'));
  const other = await openConsole(server, superAdmin, pathOf(slug, owner));
  for (const fields of [{ action: 'role', role: 'admin' }, { action: 'suspend' }, { action: 'remove' }])
    t.is((await post(other.browser, other.page, fields)).status, 409, fields.action);
  t.deepEqual(await membershipOf(owner), { role: 'owner', status: 'ACTIVE' });
});

test('making and unmaking an owner needs a fresh sign-in at both clicks', async (t) => {
  const { id, slug, owner, member } = await tenantOfAll(server);
  const second = await addMember(server, id, 'owner');
  const { browser, page } = await openConsole(server, owner, pathOf(slug, member));
  const fields = { action: 'role', role: 'owner' };
  const outcome = outcomeOf(await post(browser, page, fields));
  await ageSignIn(server, owner);
  const old = await browser.open(pathOf(slug, member));
  for (const tried of [
    await post(browser, old, { ...fields, outcome }),
    await post(browser, old, fields),
    await post(browser, old, { action: 'suspend' }, { path: pathOf(slug, second) }),
    await post(browser, old, { action: 'leave' }, { path: pathOf(slug, owner) }),
  ])
    t.true(tried.location?.includes('prompt=login'), String(tried.status));
  t.deepEqual(await membershipOf(member), { role: 'member', status: 'ACTIVE' });
  t.deepEqual(await membershipOf(second), { role: 'owner', status: 'ACTIVE' });
});

test('a form without an action, with an unknown one or an unknown role is refused', async (t) => {
  const { slug, owner, member } = await tenantOfAll(server);
  const { browser, page } = await openConsole(server, owner, pathOf(slug, member));
  for (const fields of [{}, { action: 'erase' }, { action: 'role' }, { action: 'role', role: 'OWNER' }])
    t.is((await post(browser, page, fields)).status, 422, JSON.stringify(fields));
});

test('the page exists in German', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser } = await openConsole(server, owner, pathOf(slug, owner));
  const page = await browser.open(`${pathOf(slug, owner)}?ui_locales=de`);
  t.true(page.html.includes('Mitglied seit'));
  t.true(page.html.includes('Organisation verlassen'));
});
