import { randomUUID } from 'node:crypto';
import test from 'ava';
import { openConsole, tenantOfAll } from '../support/console-pages.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const tile = (html: string, name: string) =>
  new RegExp(`<dt>${name}</dt><dd>(?:<a href="([^"]*)">)?([^<]*)<`, 'u').exec(html)?.slice(1);
const invite = (tenantId: string, hours: number, email = `${randomUUID()}@people.test`) =>
  server.identity.db.invitation.create({
    data: {
      tenantId,
      email,
      normalizedEmail: email,
      secretHash: Buffer.from(randomUUID()),
      expiresInDays: 7,
      expiresAt: new Date(Date.now() + hours * 3_600_000),
    },
  });

for (const role of ['owner', 'admin', 'superAdmin'] as const) {
  test(`${role}: the overview shows how many people there are, with links, and what needs attention`, async (t) => {
    const tenant = await tenantOfAll(server);
    const { id, slug } = tenant;
    await addMember(server, id, 'member', 'SUSPENDED');
    const [soon, missed] = [await invite(id, 20), await invite(id, -20)];
    await invite(id, 100);
    const { html } = (await openConsole(server, tenant[role], `/console/${slug}`)).page;
    t.deepEqual(tile(html, 'Active members'), [`/console/${slug}/members?status=ACTIVE`, '3']);
    t.deepEqual(tile(html, 'Suspended members'), [`/console/${slug}/members?status=SUSPENDED`, '1']);
    t.deepEqual(tile(html, 'Open invitations'), [`/console/${slug}/invitations`, '2']);
    const roleShown = { owner: 'Owner', admin: 'Admin', superAdmin: undefined }[role];
    t.is(tile(html, 'Your role')?.[1], roleShown);
    t.regex(html, /<h2>What needs attention<\/h2>/u);
    t.regex(html, new RegExp(`expire within two days</a><span><bdi>${soon.email}</bdi></span>`, 'u'));
    t.regex(html, new RegExp(`in the last seven days</a><span><bdi>${missed.email}</bdi></span>`, 'u'));
    t.true(html.includes('1 member is suspended'));
    t.true(html.includes('There is only one owner'));
  });
}

test('a plain member sees only the number of members and their own role', async (t) => {
  const { id, slug, member } = await tenantOfAll(server);
  await addMember(server, id, 'member', 'SUSPENDED');
  const { email } = await invite(id, 20);
  const { html } = (await openConsole(server, member, `/console/${slug}`)).page;
  t.is(tile(html, 'Active members')?.[1], '3');
  t.is(tile(html, 'Your role')?.[1], 'Member');
  for (const text of ['Suspended', 'Open invitations', 'What needs attention', email])
    t.false(html.includes(text), text);
});

test('if nothing needs attention, there is no such section', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  await addMember(server, id, 'owner');
  const { html } = (await openConsole(server, owner, `/console/${slug}`)).page;
  t.is(tile(html, 'Active members')?.[1], '2');
  t.false(html.includes('What needs attention'));
});

test('what needs attention names at most five invitations of each kind, and none of another tenant', async (t) => {
  const { id, slug, owner, other } = await tenantOfAll(server);
  for (let index = 0; index < 7; index += 1) await invite(id, index + 1);
  const foreign = await invite(other.id, 1);
  const { html } = (await openConsole(server, owner, `/console/${slug}`)).page;
  // The bar above shows the visitor's own email.
  const main = html.slice(html.indexOf('<main'));
  t.is(main.match(/<bdi>[^<]*@people\.test<\/bdi>/gu)?.length, 5);
  t.true(html.includes(' · and more'));
  t.false(html.includes(foreign.email));
});

test('the overview exists in German', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser } = await openConsole(server, owner, `/console/${slug}`);
  const { html } = await browser.open(`/console/${slug}?ui_locales=de`);
  t.is(tile(html, 'Aktive Mitglieder')?.[1], '1');
  t.is(tile(html, 'Ihre Rolle')?.[1], 'Inhaber');
  t.true(html.includes('Es gibt nur einen Inhaber'));
});
