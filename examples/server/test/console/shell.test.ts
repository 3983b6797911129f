import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { seatScene } from '../support/console-seats.js';
import { openPlatform } from '../support/platform-pages.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

const open = async (email: string, path: string) => (await openAccount(server.issuer, email, { path })).page.html;
const barOf = (html: string) => html.slice(html.indexOf('<header class="top"'), html.indexOf('</header>'));
const navigationOf = (html: string) => html.slice(html.indexOf('<nav class="side"'), html.indexOf('<main'));
/** The navigation in the order of its rows: labels of groups, and links with the number beside them. */
const rowsOf = (html: string) =>
  [
    ...navigationOf(html).matchAll(
      /class="label">([^<]+)|<a href="[^"]*"(?: aria-current="page")?>([^<]+)<\/a>(?:<span class="count">([^<]+))?/gu,
    ),
  ].map(([, label, link, count]) => (label ? `${label}:` : [link, count].filter(Boolean).join(' ')));

/** Makes a user a member of that many new tenants. */
async function join(userId: string, names: readonly string[]): Promise<void> {
  const { db } = server.identity;
  for (const name of names) {
    const { id } = await freshTenant(server);
    await db.tenant.update({ where: { id }, data: { name } });
    await db.membership.create({ data: { tenantId: id, userId } });
  }
}

test('the navigation of an owner has groups, and deleting the organization is in its settings', async (t) => {
  const { slug, owner } = await freshTenant(server);
  t.deepEqual(rowsOf(await open(owner.email, `/console/${slug}`)), [
    'Overview',
    'People:',
    'Members',
    'Groups',
    'Invitations',
    'Licenses',
    'Security:',
    'Sign-in security',
    'Single sign-on',
    'Directories',
    'Applications',
    'Audit',
    'Webhooks',
    'Settings',
  ]);
  t.true((await open(owner.email, `/console/${slug}/settings`)).includes('<h2>Delete organization</h2>'));
});

test('a plain member has the areas that members may open, and a label only above several links', async (t) => {
  const { id, slug } = await freshTenant(server);
  const member = await addMember(server, id, 'member');
  t.deepEqual(rowsOf(await open(member.email, `/console/${slug}`)), ['Overview', 'Members', 'Licenses']);
});

test('the platform has groups of its own', async (t) => {
  const operator = await openPlatform(server);
  const { html } = await operator.browser.open('/platform');
  const rows = rowsOf(html).map((row) => row.replace(/ \d+$/u, ''));
  t.deepEqual(rows, [
    'Overview',
    'Directory:',
    'Organizations',
    'People',
    'Import',
    'Licenses:',
    'Subscriptions',
    'Explain access',
    'Security:',
    'Keys',
    'Audit',
    'Developers:',
    'Clients',
    'Applications',
    'APIs',
    'Webhooks',
    'Queues',
  ]);
  t.regex(barOf(html), /<form method="get" action="\/platform\/people">/u);
});

test('the account has no groups and no search', async (t) => {
  const { owner } = await freshTenant(server);
  const html = await open(owner.email, '/account');
  t.is(rowsOf(html)[0], 'Overview');
  t.false(navigationOf(html).includes('class="label"'));
  t.false(barOf(html).includes('<search'));
});

test('the bar of a user of one tenant names it and offers no other', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const bar = barOf(await open(owner.email, `/console/${slug}`));
  t.regex(bar, /<p class="place"><bdi>Fresh<\/bdi><\/p>/u);
  t.false(bar.includes('switch organization'));
  t.false(bar.includes('Find an organization'));
});

test('with two tenants the bar leads to both, by name, with the current one marked', async (t) => {
  const { slug, owner } = await freshTenant(server);
  await join(owner.userId, ['Zebra <b>Works</b>']);
  const bar = barOf(await open(owner.email, `/console/${slug}`));
  t.true(bar.includes('switch organization'));
  t.regex(
    bar,
    new RegExp(`<a href="/console/${slug}" aria-current="true"><span><bdi>Fresh</bdi>.*Zebra &lt;b>Works`, 'u'),
  );
  t.false(bar.includes('Find an organization'), 'ten can be looked through');
});

test('a suspended membership and a tenant that is being deleted are not offered', async (t) => {
  const { slug, owner } = await freshTenant(server);
  await join(owner.userId, ['Left behind', 'Closing down']);
  const { db } = server.identity;
  await db.membership.updateMany({
    where: { userId: owner.userId, tenant: { name: 'Left behind' } },
    data: { status: 'SUSPENDED' },
  });
  await db.tenant.updateMany({
    where: { name: 'Closing down', memberships: { some: { userId: owner.userId } } },
    data: { closingAt: new Date() },
  });
  t.false(barOf(await open(owner.email, `/console/${slug}`)).includes('switch organization'));
});

test('above ten tenants there is a search, which leads to the list', async (t) => {
  const { slug, owner } = await freshTenant(server);
  await join(
    owner.userId,
    Array.from({ length: 10 }, (_, index) => `Branch ${index}`),
  );
  const { browser, page } = await openAccount(server.issuer, owner.email, { path: `/console/${slug}` });
  const bar = barOf(page.html);
  t.regex(bar, /<form[^>]* method="get" action="\/console"><label for="find-tenant">Find an organization</u);
  t.is(bar.match(/<a href="\/console\/[^"]+"(?: aria-current="true")?><span>/gu)?.length, 10);
  const found = (await browser.open('/console?search=branch+7')).html;
  t.deepEqual(
    [...found.matchAll(/<bdi>(Branch \d)<\/bdi><\/a>/gu)].map(([, name]) => name),
    ['Branch 7'],
  );
  t.true((await browser.open(`/console?search=${slug}`)).html.includes(`<a href="/console/${slug}">`));
  t.true(
    (await browser.open('/console?search=100%25')).html.includes('None of your organizations matches this search.'),
  );
});

test('the menu of the user has the name, the email, other consoles, languages and the sign-out', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const name = 'Olga </summary> Owner';
  await server.identity.db.user.update({ where: { id: owner.userId }, data: { displayName: name } });
  const { browser, page } = await openAccount(server.issuer, owner.email, { path: `/console/${slug}/members` });
  const bar = barOf(page.html);
  t.regex(bar, /<strong><bdi>Olga &lt;\/summary> Owner<\/bdi><\/strong>/u);
  t.true(bar.includes(`<bdi>${owner.email}</bdi>`));
  t.true(bar.includes('<a href="/account">Your account</a>'));
  t.true(bar.includes('<a href="/console">Your organizations</a>'));
  t.false(bar.includes('/platform'), 'only for super admins');
  t.regex(bar, /<form method="post" action="\/account\/sign-out">.*Sign out<\/button>/u);
  const german = /<a href="([^"]+)" lang="de"/u.exec(bar)?.[1] ?? '';
  t.regex((await browser.open(german)).html, /<html lang="de">.*<h1>Mitglieder<\/h1>/u);
});

test('the links to languages keep filters, and nothing else of the URL', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser } = await openAccount(server.issuer, owner.email, { path: `/console/${slug}/members` });
  const { html } = await browser.open(`/console/${slug}/members?status=SUSPENDED&done=suspend&after=x&ui_locales=en`);
  t.true(barOf(html).includes(`href="/console/${slug}/members?status=SUSPENDED&amp;ui_locales=de"`));
});

test('long names are cut in the bar', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  await server.identity.db.tenant.update({ where: { id }, data: { name: 'W'.repeat(200) } });
  t.regex(barOf(await open(owner.email, `/console/${slug}`)), /<p class="place"><bdi>W{26}<\/bdi>…<\/p>/u);
});

test('the search of the bar finds members', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const bar = barOf(await open(owner.email, `/console/${slug}/licenses`));
  t.regex(bar, new RegExp(`<form method="get" action="/console/${slug}/members">.*type="search" name="search"`, 'u'));
});

test('what waits is a number in the navigation of every page, and a line on the overview', async (t) => {
  const scene = await seatScene(server, 5);
  const { db } = server.identity;
  const { tenantId, applicationId, base } = scene;
  const asked = { tenantId, applicationId };
  for (const { userId } of [scene.admin, scene.member]) await db.licenseRequest.create({ data: { ...asked, userId } });
  const decided = { ...asked, userId: scene.owner.userId, status: 'DECLINED' as const, decidedAt: new Date() };
  await db.licenseRequest.create({ data: decided });
  const soon = new Date(Date.now() + 5 * 86_400_000);
  await db.subscription.update({ where: { id: scene.subscriptionId }, data: { expiresAt: soon } });
  const hook = { tenantId, url: 'https://hooks.test/', events: ['*'], secret: Buffer.from('sealed') };
  await db.webhook.create({ data: { ...hook, failingSince: new Date() } });
  await db.webhook.create({ data: hook });
  const { browser, page } = await openAccount(server.issuer, scene.admin.email, { path: base });
  for (const html of [page.html, (await browser.open(`${base}/members`)).html]) {
    const rows = rowsOf(html);
    t.true(rows.includes('Licenses 3'), rows.join());
    t.true(rows.includes('Webhooks 1'), rows.join());
  }
  t.regex(
    page.html,
    new RegExp(`href="${base}/licenses/${applicationId}/requests">Crm [^<]+: 2 license requests to decide<`, 'u'),
  );
  t.regex(page.html, /Pro: the subscription ends on/u);
  t.true(page.html.includes(`<a href="${base}/webhooks">1 webhook fails</a>`));
  t.is(page.html.match(/<h2>What needs attention<\/h2>/gu)?.length, 1);
  const plain = await open(scene.member.email, base);
  t.false(plain.includes('class="count"'), 'not for members who cannot decide');
});

test('mail that was given up is a number beside the queues of the platform', async (t) => {
  const mail = { encryptedMessage: Buffer.from('sealed'), attempts: 9, dueAt: new Date(), failedAt: new Date() };
  for (let count = 0; count < 2; count += 1) await server.identity.db.outgoingMail.create({ data: mail });
  const operator = await openPlatform(server);
  const { html } = await operator.open('clients');
  t.true(rowsOf(html).includes('Queues 2'), rowsOf(html).join());
});

test('an area of a plugin without a group is in the last one', async (t) => {
  const plugin = {
    name: 'plan',
    setup: () => ({
      areas: ['plan', 'orders'].map((path) => ({
        place: 'tenant' as const,
        path,
        texts: { en: { name: `The ${path}`, title: path } },
        badge: () => Promise.resolve(path === 'plan' ? 250 : 0),
        draw: () => Promise.resolve(null),
      })),
    }),
  };
  const other = await startTestServer({ plugins: [...allPlugins(), plugin] });
  const { slug, owner } = await freshTenant(other);
  const { page } = await openAccount(other.issuer, owner.email, { path: `/console/${slug}` });
  t.deepEqual(rowsOf(page.html).slice(-4), ['Settings', 'More:', 'The plan 99+', 'The orders']);
  await other.stop();
});
