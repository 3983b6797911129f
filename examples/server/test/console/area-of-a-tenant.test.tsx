import { actorOf, managesTenant } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { Button, Form } from '@org/identity-ui';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** A plugin with an area in every tenant's console: it renames the tenant, and asks before it does. */
const renaming: IdentityPlugin = {
  name: 'renaming',
  setup: ({ db, events }) => ({
    areas: [
      {
        place: 'tenant',
        path: 'rename',
        texts: {
          en: { name: 'Rename', title: 'Rename', notices: { renamed: 'It has a new name.' } },
          de: { name: 'Umbenennen', title: 'Umbenennen' },
        },
        isOpen: managesTenant,
        draw: async ({ base, hidden, tenant }) => (
          <Form action={`${base}/rename`} hidden={{ ...hidden, name: `${tenant.name}!` }}>
            <Button>Rename</Button>
          </Form>
        ),
        confirm: async ({ form, tenant }) =>
          form['asked'] === 'no' ? undefined : { title: `Rename ${tenant.name}?`, button: 'Rename it' },
        needsFreshSignIn: ({ form }) => form['trust'] === 'yes',
        async act({ principal, tenant, form }) {
          await db.$transaction(async (tx) => {
            const { name } = await tx.tenant.update({ where: { id: tenant.id }, data: { name: form['name'] ?? '' } });
            const members = await tx.membership.count({ where: { tenantId: tenant.id } });
            const event = {
              tenantId: tenant.id,
              actor: actorOf(principal),
              subjectId: tenant.id,
              data: { name, members },
            };
            await events.publish(tx, { type: 'tenant.updated', ...event });
          });
          return { done: 'renamed' };
        },
        downloads: { names: async ({ tenant }) => ({ name: 'names.csv', type: 'text/csv', body: tenant.name }) },
      },
      {
        place: 'tenant',
        path: 'greeting',
        sectionOf: '',
        texts: { en: { name: 'Hi', title: 'A greeting' }, de: { name: 'Hallo', title: 'Ein Gruß' } },
        draw: async ({ tenant }) => <p>Hello {tenant.name}</p>,
      },
    ],
  }),
};

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants(), licensing(), renaming] });
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const nameOf = async (id: string) => (await server.identity.db.tenant.findUniqueOrThrow({ where: { id } })).name;
const outcomeOf = (html: string) => /name="outcome" value="([^"]+)"/u.exec(html)?.[1] ?? '';

/** Makes the user's sign-in eleven minutes older. */
async function age({ userId }: { userId: string }): Promise<void> {
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 660))
    WHERE account_id = ${userId}`;
}

test('the console of a tenant shows the areas of the plugins, and their sections on the overview', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, `/console/${slug}`);
  t.is(page.status, 200);
  t.regex(page.html, /<h1>Overview<\/h1>/u);
  t.regex(page.html, /<h2>A greeting<\/h2><p>Hello Fresh<\/p>/u);
  t.true(page.html.includes(`href="/console/${slug}/rename"`));
  t.false(page.html.includes(`href="/console/${slug}/greeting"`), 'a section is not in the navigation');
  t.is((await browser.open(`/console/${slug}/greeting`)).status, 404, 'and has no page of its own');
});

test('the console of another tenant is not found, also if it does not exist', async (t) => {
  const [mine, other] = [await freshTenant(server), await freshTenant(server)];
  const { browser } = await open(mine.owner.email, `/console/${mine.slug}`);
  const [foreign, unknown] = [
    await browser.open(`/console/${other.slug}`),
    await browser.open('/console/no-such-tenant'),
  ];
  t.is(foreign.status, 404);
  t.is(unknown.status, 404);
  const plain = (html: string) => html.replaceAll(/<dd>[^<]*/gu, '');
  t.is(plain(foreign.html), plain(unknown.html));
});

test('a suspended member does not find the console any more', async (t) => {
  const { id, slug } = await freshTenant(server);
  const member = await addMember(server, id, 'admin');
  const { browser } = await open(member.email, `/console/${slug}`);
  await server.identity.db.membership.update({ where: { id: member.membershipId }, data: { status: 'SUSPENDED' } });
  t.is((await browser.open(`/console/${slug}`)).status, 404);
});

test('an area that the role does not allow is not in the navigation, and refused', async (t) => {
  const { id, slug } = await freshTenant(server);
  const member = await addMember(server, id, 'member');
  const { browser, page } = await open(member.email, `/console/${slug}`);
  t.false(page.html.includes(`/console/${slug}/rename`));
  const refused = await browser.open(`/console/${slug}/rename`);
  t.is(refused.status, 403);
  t.true(refused.html.includes('Your role does not allow this.'));
  const posted = await post(browser, page, { name: 'Stolen' }, { path: `/console/${slug}/rename` });
  t.is(posted.status, 403);
  t.is(await nameOf(id), 'Fresh');
});

test('an admin who was demoted is refused, also from a page that is still open', async (t) => {
  const { id, slug } = await freshTenant(server);
  const admin = await addMember(server, id, 'admin');
  const { browser, page } = await open(admin.email, `/console/${slug}/rename`);
  await server.identity.db.membership.update({ where: { id: admin.membershipId }, data: { role: 'member' } });
  t.is((await post(browser, page, { name: 'Changed' })).status, 403);
  t.is(await nameOf(id), 'Fresh');
});

test('the first click shows what would happen and changes nothing; the second click does it', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, `/console/${slug}/rename`);
  const asked = await post(browser, page, { name: 'Newer' });
  t.is(asked.status, 200);
  t.regex(asked.html, /<h1>Rename Fresh\?<\/h1>/u);
  t.regex(asked.html, /<strong>Organization changed<\/strong><span>Fresh<\/span>/u);
  t.is(await nameOf(id), 'Fresh');
  t.is(await server.identity.db.event.count({ where: { tenantId: id } }), 0);
  const done = await post(browser, page, { name: 'Newer', outcome: outcomeOf(asked.html) });
  t.is(done.status, 303);
  t.is(done.location, `/console/${slug}/rename?done=renamed`);
  t.is(await nameOf(id), 'Newer');
});

test('if the outcome has changed in between, nothing happens and the page asks again', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, `/console/${slug}/rename`);
  const asked = await post(browser, page, { name: 'Newer' });
  await addMember(server, id, 'member');
  const again = await post(browser, page, { name: 'Newer', outcome: outcomeOf(asked.html) });
  t.is(again.status, 200);
  t.true(again.html.includes('Something has changed since you looked.'));
  t.is(await nameOf(id), 'Fresh');
  const done = await post(browser, page, { name: 'Newer', outcome: outcomeOf(again.html) });
  t.is(done.status, 303);
  t.is(await nameOf(id), 'Newer');
});

test('a change of trust needs a sign-in of the last ten minutes', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser } = await open(owner.email, `/console/${slug}/rename`);
  await age(owner);
  const old = await browser.open(`/console/${slug}/rename`);
  const fields = { name: 'Trusted', trust: 'yes', asked: 'no' };
  const refused = await post(browser, old, fields);
  t.is(refused.status, 303);
  t.true(refused.location?.includes('prompt=login'));
  t.true(decodeURIComponent(refused.location ?? '').includes(`state=/console/${slug}/rename?resume=`));
  t.is(await nameOf(id), 'Fresh');
  const fresh = await open(owner.email, `/console/${slug}/rename`);
  t.is((await post(fresh.browser, fresh.page, fields)).status, 303);
  t.is(await nameOf(id), 'Trusted');
});

test('a form from another origin or an older session is refused', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, `/console/${slug}/rename`);
  const fields = { name: 'Forged', asked: 'no' };
  t.is((await post(browser, page, fields, { headers: { origin: 'https://evil.test' } })).status, 400);
  t.is((await post(browser, page, { ...fields, formToken: 'older' })).status, 400);
  t.is(await nameOf(id), 'Fresh');
});

test('a file of an area is downloaded; an unknown one is the page', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser } = await open(owner.email, `/console/${slug}/rename`);
  const file = await browser.request('GET', new URL(`/console/${slug}/rename?download=names`, server.issuer));
  t.is(file.headers.get('content-disposition'), 'attachment; filename="names.csv"');
  t.is(await file.text(), 'Fresh');
  const page = await browser.open(`/console/${slug}/rename?download=constructor`);
  t.regex(page.html, /<h1>Rename<\/h1>/u);
});

test('a tenant that requires a second factor asks for one before its console opens', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  await server.identity.db.tenant.update({ where: { id }, data: { mfaPolicy: 'REQUIRED' } });
  const browser = new TestBrowser(server.issuer);
  await openAccount(server.issuer, owner.email, { browser });
  const asked = await browser.open(`/console/${slug}`);
  t.true(asked.url.pathname.startsWith('/interaction/'), asked.url.href);
});

test('the platform does not exist for users who are not super admins', async (t) => {
  const { owner } = await freshTenant(server);
  const { browser } = await open(owner.email, '/console');
  t.is((await browser.open('/platform')).status, 404);
});

test('a super admin sees the console of every tenant, and needs a second factor for the platform', async (t) => {
  const { slug } = await freshTenant(server);
  const { userId, email } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  const { browser, page } = await open(email, `/console/${slug}/rename`);
  t.is(page.status, 200);
  t.true((await browser.open('/platform')).url.pathname.startsWith('/interaction/'));
});

test('the list of organizations leads to their consoles and creates new ones', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, '/console');
  t.true(page.html.includes(`href="/console/${slug}"`));
  const made = await post(browser, page, { name: 'Brand New Works', slug: '' });
  t.is(made.status, 303);
  t.regex(made.location ?? '', /^\/console\/brand-new-works/u);
  const taken = await post(browser, page, { name: 'Another', slug });
  t.is(taken.status, 409);
  t.regex(taken.html, /class="field-error"[^>]*>This short name is taken/u);
});
