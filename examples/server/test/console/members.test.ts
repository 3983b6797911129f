import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { post } from '../support/account-pages.js';
import {
  addMany,
  addSuperAdmin,
  ageSignIn,
  confirmed,
  openConsole,
  outcomeOf,
  tenantOfAll,
} from '../support/console-pages.js';
import { addMember, freshTenant, type Member } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const chosen = (...members: readonly Member[]) =>
  Object.fromEntries(members.map(({ membershipId }) => [`member.${membershipId}`, 'on']));
const membershipOf = ({ membershipId }: Member) =>
  server.identity.db.membership.findUnique({ where: { id: membershipId }, select: { role: true, status: true } });
const rename = ({ userId }: Member, displayName: string) =>
  server.identity.db.user.update({ where: { id: userId }, data: { displayName } });
test('a plain member sees the members without invitations and without any action', async (t) => {
  const { id, slug, owner, member } = await tenantOfAll(server);
  const invited = await addMember(server, id, 'member', 'INVITED');
  const { page } = await openConsole(server, member, `/console/${slug}/members`);
  t.is(page.status, 200);
  t.true(page.html.includes(owner.email));
  t.true(page.html.includes(`${member.email}</bdi></a> (you)`));
  t.false(page.html.includes(invited.email));
  t.false(/type="checkbox"|name="action"|value="INVITED"|\/invitations/u.test(page.html));
  t.true(page.html.includes('3 people'));
});

test('an admin can select everyone except owners, pending invitations and themselves', async (t) => {
  const { id, slug, owner, admin, member } = await tenantOfAll(server);
  const invited = await addMember(server, id, 'member', 'INVITED');
  const { page } = await openConsole(server, admin, `/console/${slug}/members`);
  t.true(page.html.includes(`name="member.${member.membershipId}"`));
  for (const { membershipId } of [owner, admin, invited]) t.false(page.html.includes(`name="member.${membershipId}"`));
  t.false(page.html.includes('<option value="owner">Owner</select></div><button'), 'the new role');
  t.true(page.html.includes(`<a href="/console/${slug}/invitations"><bdi>${invited.email}`));
  t.true(page.html.includes(`<a href="/console/${slug}/members/${member.membershipId}">`));
});

test('the members of another tenant are not found', async (t) => {
  const { slug, stranger, other } = await tenantOfAll(server);
  const { browser, page } = await openConsole(server, stranger, `/console/${other.slug}/members`);
  const path = `/console/${slug}/members`;
  t.is((await browser.open(path)).status, 404);
  t.is((await browser.open(`${path}?download=members`)).status, 404);
  t.is((await post(browser, page, { action: 'remove' }, { path })).status, 404);
});

test('a visitor who is not signed in signs in first', async (t) => {
  const { slug } = await freshTenant(server);
  const asked = await new TestBrowser(server.issuer).open(`/console/${slug}/members`);
  t.true(asked.url.pathname.startsWith('/interaction/'));
});

test('members are listed 50 per page, with a total and a link to the next page that keeps the filters', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  await addMany(server, id, 120);
  const { browser, page } = await openConsole(server, owner, `/console/${slug}/members`);
  t.true(page.html.includes('121 people'));
  t.true(Buffer.byteLength(page.html) < 100_000, String(Buffer.byteLength(page.html)));
  const seen = new Set<string>();
  let next: string | undefined = `/console/${slug}/members?role=member&status=ACTIVE`;
  let pages = 0;
  while (next !== undefined && pages < 5) {
    const { html } = await browser.open(next);
    for (const [, name = ''] of html.matchAll(/<bdi>(Person \d+)<\/bdi><\/a>/gu)) seen.add(name);
    next = /<a href="([^"]*after=[^"]*)"/u.exec(html)?.[1]?.replaceAll('&amp;', '&');
    if (next) t.true(next.includes('role=member') && next.includes('status=ACTIVE'), next);
    pages += 1;
  }
  t.is(pages, 3);
  t.is(seen.size, 120);
});

test('members are found by the beginning of a name or email, together with the filters', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const [ada, adam] = [await addMember(server, id, 'admin'), await addMember(server, id, 'member', 'SUSPENDED')];
  await rename(ada, 'Ada Lovelace');
  await rename(adam, 'Adam <b>Bold</b>');
  const { browser } = await openConsole(server, owner, `/console/${slug}/members`);
  const found = async (query: string) => {
    const { html } = await browser.open(`/console/${slug}/members?${query}`);
    return [ada, adam, owner].filter(({ membershipId }) => html.includes(`/members/${membershipId}"`));
  };
  t.deepEqual(await found('search=ada'), [ada, adam]);
  t.deepEqual(await found('search=lovelace'), [ada]);
  t.deepEqual(await found('search=ada&status=SUSPENDED'), [adam]);
  t.deepEqual(await found('search=ada&role=owner'), []);
  t.deepEqual(await found(`search=${owner.email.slice(0, 20)}`), [owner]);
  t.deepEqual(await found('role=admin'), [ada]);
  t.deepEqual(await found('role=nonsense&status=nonsense&after=nonsense'), [ada, adam, owner]);
  const { html } = await browser.open(`/console/${slug}/members?search=${encodeURIComponent('"><script>x')}`);
  t.true(html.includes('No members match this search.'));
  t.false(html.includes('<script>x'));
  t.false((await browser.open(`/console/${slug}/members?search=adam`)).html.includes('<b>Bold'));
});

test('a search with many matches continues on the next page', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  await addMany(server, id, 60);
  const { browser } = await openConsole(server, owner, `/console/${slug}/members`);
  const first = await browser.open(`/console/${slug}/members?search=person`);
  const next = /<a href="([^"]*after=[^"]*)"/u.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await browser.open(next);
  t.is(first.html.match(/>Person \d+<\/bdi><\/a>/gu)?.length, 50);
  t.is(second.html.match(/>Person \d+<\/bdi><\/a>/gu)?.length, 10);
});

test('the CSV file has all members, and no cell that a spreadsheet would run', async (t) => {
  const { id, slug, owner, member } = await tenantOfAll(server);
  await addMany(server, id, 600);
  await rename(owner, '=HYPERLINK("https://evil.test";"Click")');
  const invited = await addMember(server, id, 'member', 'INVITED');
  const { browser } = await openConsole(server, owner, `/console/${slug}/members`);
  const csv = async (query = '') => {
    const url = new URL(`/console/${slug}/members?download=members${query}`, server.issuer);
    return browser.request('GET', url);
  };
  const file = await csv();
  t.is(file.headers.get('content-disposition'), `attachment; filename="members-${slug}.csv"`);
  const lines = (await file.text()).trim().split('\r\n');
  t.is(lines[0], 'Name,Email,Role,Status,Member since,Membership ID,User ID');
  t.is(lines.length, 1 + 604);
  t.true(
    lines.some((line) => line.startsWith(`"'=HYPERLINK(""https://evil.test"";""Click"")","${owner.email}","Owner"`)),
  );
  t.true(lines.some((line) => line.includes(`"${invited.email}","Member","Invited"`)));
  t.is((await (await csv('&role=admin')).text()).trim().split('\r\n').length, 2);
  t.is((await (await csv('&search=person')).text()).trim().split('\r\n').length, 601);
  const plain = await openConsole(server, member, `/console/${slug}/members`);
  const url = new URL(`/console/${slug}/members?download=members`, server.issuer);
  const seen = await (await plain.browser.request('GET', url)).text();
  t.false(seen.includes(invited.email), 'a plain member does not see invitations');
});

for (const role of ['owner', 'admin', 'superAdmin'] as const) {
  test(`${role}: suspends, reactivates, changes the role of and removes several members, each after a second click`, async (t) => {
    const tenant = await tenantOfAll(server);
    const [one, two] = [tenant.member, await addMember(server, tenant.id, 'member')];
    await rename(one, 'One Person');
    const { browser, page } = await openConsole(server, tenant[role], `/console/${tenant.slug}/members`);
    const run = async (action: string, title: RegExp, expected: unknown) => {
      const fields = { ...chosen(one, two), action, role: 'admin' };
      const before = await membershipOf(one);
      const asked = await post(browser, page, fields);
      t.is(asked.status, 200);
      t.regex(asked.html, title);
      t.deepEqual(await membershipOf(one), before, 'the first click changes nothing');
      const done = await post(browser, page, { ...fields, outcome: outcomeOf(asked) });
      t.is(done.location, `/console/${tenant.slug}/members?done=${action}`);
      for (const each of [one, two]) t.deepEqual(await membershipOf(each), expected);
      return asked;
    };
    const asked = await run('suspend', /<h1>Suspend 2 members\?<\/h1>/u, { role: 'member', status: 'SUSPENDED' });
    t.regex(asked.html, /<strong>Member suspended \(2\)<\/strong><span>[^<]*One Person/u);
    await run('reactivate', /<h1>Reactivate 2 members\?<\/h1>/u, { role: 'member', status: 'ACTIVE' });
    await run('role', /<h1>Change the role of 2 members to Admin\?<\/h1>/u, { role: 'admin', status: 'ACTIVE' });
    await run('remove', /<h1>Remove 2 members\?<\/h1>/u, null);
    t.true((await browser.open(`/console/${tenant.slug}/members?done=remove`)).html.includes('Removed.'));
  });
}

test('if one of several changes is refused, none is made, and the page names whom it concerns', async (t) => {
  const { id, slug, owner, member } = await tenantOfAll(server);
  const second = await addMember(server, id, 'owner');
  await rename(second, 'Second Owner');
  await server.identity.db.membership.update({ where: { id: owner.membershipId }, data: { status: 'SUSPENDED' } });
  const superAdmin = await addSuperAdmin(server);
  const { browser, page } = await openConsole(server, superAdmin, `/console/${slug}/members`);
  const refused = await post(browser, page, { ...chosen(member, second), action: 'remove' });
  t.is(refused.status, 409);
  t.regex(refused.html, /role="alert"[^>]*>.*Second Owner: An organization must have an active owner/u);
  t.deepEqual(await membershipOf(member), { role: 'member', status: 'ACTIVE' });
  t.deepEqual(await membershipOf(second), { role: 'owner', status: 'ACTIVE' });
});

test('an admin cannot change owners, nor make one', async (t) => {
  const { id, slug, owner, admin, member } = await tenantOfAll(server);
  await addMember(server, id, 'owner');
  const { browser, page } = await openConsole(server, admin, `/console/${slug}/members`);
  for (const fields of [
    { ...chosen(member, owner), action: 'suspend' },
    { ...chosen(member, owner), action: 'remove' },
    { ...chosen(owner), action: 'role', role: 'member' },
    { ...chosen(member), action: 'role', role: 'owner' },
  ]) {
    const refused = await post(browser, page, fields);
    t.is(refused.status, 403);
    t.true(refused.html.includes('Your role does not allow this.'));
  }
  t.deepEqual(await membershipOf(member), { role: 'member', status: 'ACTIVE' });
  t.deepEqual(await membershipOf(owner), { role: 'owner', status: 'ACTIVE' });
});

test('a plain member who sends the form is refused', async (t) => {
  const { id, slug, member } = await tenantOfAll(server);
  const target = await addMember(server, id, 'member');
  const { browser, page } = await openConsole(server, member, `/console/${slug}/members`);
  for (const action of ['suspend', 'reactivate', 'remove', 'role'])
    t.is((await post(browser, page, { ...chosen(target), action, role: 'admin' })).status, 403, action);
  t.deepEqual(await membershipOf(target), { role: 'member', status: 'ACTIVE' });
});

test('an admin who was demoted between the two clicks is refused', async (t) => {
  const { slug, admin, member } = await tenantOfAll(server);
  const { browser, page } = await openConsole(server, admin, `/console/${slug}/members`);
  const fields = { ...chosen(member), action: 'remove' };
  const asked = await post(browser, page, fields);
  await server.identity.db.membership.update({ where: { id: admin.membershipId }, data: { role: 'member' } });
  t.is((await post(browser, page, { ...fields, outcome: outcomeOf(asked) })).status, 403);
  t.truthy(await membershipOf(member));
});

test('if the outcome has changed between the two clicks, nothing happens and the page asks again', async (t) => {
  const { slug, owner, member, admin } = await tenantOfAll(server);
  const { browser, page } = await openConsole(server, owner, `/console/${slug}/members`);
  const fields = { ...chosen(member, admin), action: 'suspend' };
  const asked = await post(browser, page, fields);
  await server.identity.db.membership.update({ where: { id: admin.membershipId }, data: { status: 'SUSPENDED' } });
  const again = await post(browser, page, { ...fields, outcome: outcomeOf(asked) });
  t.true(again.html.includes('Something has changed since you looked.'));
  t.deepEqual(await membershipOf(member), { role: 'member', status: 'ACTIVE' });
});

test('making or unmaking an owner needs a fresh sign-in; other changes do not', async (t) => {
  const { id, slug, owner, member } = await tenantOfAll(server);
  const second = await addMember(server, id, 'owner');
  const { browser } = await openConsole(server, owner, `/console/${slug}/members`);
  await ageSignIn(server, owner);
  const page = await browser.open(`/console/${slug}/members`);
  for (const fields of [
    { ...chosen(member), action: 'role', role: 'owner' },
    { ...chosen(member, second), action: 'role', role: 'member' },
    { ...chosen(second), action: 'suspend' },
    { ...chosen(second), action: 'remove' },
  ]) {
    const refused = await post(browser, page, fields);
    t.true(refused.location?.includes('prompt=login'), refused.location ?? String(refused.status));
  }
  t.deepEqual(await membershipOf(second), { role: 'owner', status: 'ACTIVE' });
  const { done } = await confirmed(browser, page, { ...chosen(member), action: 'role', role: 'admin' });
  t.is(done.status, 303);
  t.deepEqual(await membershipOf(member), { role: 'admin', status: 'ACTIVE' });
  const fresh = await openConsole(server, owner, `/console/${slug}/members`);
  await confirmed(fresh.browser, fresh.page, { ...chosen(member), action: 'role', role: 'owner' });
  t.deepEqual(await membershipOf(member), { role: 'owner', status: 'ACTIVE' });
});

test('ids of another tenant, of invitations and of nothing are refused; so are no ids, too many, and fields sent twice', async (t) => {
  const { id, slug, owner, member, other } = await tenantOfAll(server);
  const invited = await addMember(server, id, 'member', 'INVITED');
  const { browser, page } = await openConsole(server, owner, `/console/${slug}/members`);
  for (const ids of [chosen(member, other.owner), chosen(invited), { 'member.nonsense': 'on' }, { 'member.': 'on' }]) {
    const refused = await post(browser, page, { ...ids, action: 'remove' });
    t.is(refused.status, 404);
    t.true(refused.html.includes('This person is no longer a member.'));
  }
  const none = await post(browser, page, { action: 'remove' });
  t.is(none.status, 422);
  t.true(none.html.includes('Select at least one member.'));
  const many = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => [
      `member.0198e0c4-0000-7000-8000-${String(index).padStart(12, '0')}`,
      'on',
    ]),
  );
  const tooMany = await post(browser, page, { ...many, action: 'remove' });
  t.is(tooMany.status, 422);
  t.true(tooMany.html.includes('Select at most 100 members'));
  for (const action of ['', 'leave', 'destroy'])
    t.is((await post(browser, page, { ...chosen(member), action })).status, 422, action);
  t.is((await post(browser, page, { ...chosen(member), action: 'role', role: 'king' })).status, 422);
  const token = /name="formToken" value="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  const twice = new URLSearchParams({ formToken: token, ...chosen(member), action: 'remove' });
  twice.append('action', 'suspend');
  t.is((await browser.request('POST', page.url, twice)).status, 400);
  t.truthy(await membershipOf(member));
  t.truthy(await membershipOf(other.owner));
});
