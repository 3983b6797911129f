import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addApi } from '../support/apis.js';
import { addSuperAdmin } from '../support/console-pages.js';
import { type SeatScene, seatScene } from '../support/console-seats.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let scene: SeatScene;
let importId: string;
let apiId: string;
let operator: Operator;
const visits = new Map<string, { browser: TestBrowser; page: Page }>();
test.before(async () => {
  server = await startTestServer();
  scene = await seatScene(server);
  const ended = { status: 'DONE', actorKind: 'system', leaseUntil: new Date(), endedAt: new Date() } as const;
  importId = (await server.identity.db.import.create({ data: ended })).id;
  apiId = (await addApi(server)).id;
  operator = await openPlatform(server);
  for (const [role, { email }] of Object.entries({
    'owner of a tenant': scene.owner,
    'member of a tenant': scene.member,
    'super admin without a second factor': await addSuperAdmin(server),
  }))
    visits.set(role, await openAccount(server.issuer, email, { path: '/console' }));
});
test.after.always(() => server?.stop());

/** Every page of the platform's console, and whether it has a form. */
const pages: Record<string, { path(): string; acts: boolean }> = {
  overview: { path: () => '', acts: false },
  tenants: { path: () => 'tenants', acts: false },
  'new tenant': { path: () => 'tenants/new', acts: true },
  people: { path: () => 'people', acts: false },
  'new person': { path: () => 'people/new', acts: true },
  'one person': { path: () => `people/${scene.member.userId}`, acts: true },
  imports: { path: () => 'imports', acts: true },
  'one import': { path: () => `imports/${importId}`, acts: true },
  clients: { path: () => 'clients', acts: false },
  'new client': { path: () => 'clients/new', acts: true },
  'one client': { path: () => 'clients/demo-web', acts: true },
  applications: { path: () => 'applications', acts: true },
  'one application': { path: () => `applications/${scene.applicationId}`, acts: true },
  apis: { path: () => 'apis', acts: true },
  'one API': { path: () => `apis/${apiId}`, acts: true },
  'one license type': {
    path: () => `applications/${scene.applicationId}/license-types/${scene.licenseTypeId}`,
    acts: true,
  },
  subscriptions: { path: () => 'subscriptions', acts: false },
  'subscriptions of a tenant': { path: () => `subscriptions/${scene.tenantId}`, acts: true },
  'one subscription': { path: () => `subscriptions/${scene.tenantId}/${scene.subscriptionId}`, acts: true },
  'statement for a tenant': { path: () => `statements/${scene.tenantId}`, acts: true },
  explain: { path: () => 'explain', acts: false },
  queues: { path: () => 'queues', acts: false },
  'mail queue': { path: () => 'queues/mail', acts: true },
  'queue of logout notices': { path: () => 'queues/logout-notices', acts: true },
  keys: { path: () => 'keys', acts: true },
  audit: { path: () => 'audit', acts: false },
};
const urlOf = (path: string) => (path === '' ? '/platform' : `/platform/${path}`);

test('the table has every page that the navigation of the platform leads to', async (t) => {
  const { html } = await operator.open('');
  const links = [...html.matchAll(/<a href="(\/platform[^"?#]*)"/gu)].map(([, href = '']) => href);
  t.true(links.length > 8);
  const known = new Set(Object.values(pages).map(({ path }) => urlOf(path())));
  t.deepEqual(
    links.filter((link) => !known.has(link)),
    [],
  );
});

for (const [name, { path, acts }] of Object.entries(pages)) {
  test(`platform, ${name}: a super admin with a second factor can open it`, async (t) => {
    t.is((await operator.open(path())).status, 200);
  });
  for (const role of ['owner of a tenant', 'member of a tenant']) {
    test(`platform, ${name}: for the ${role} it does not exist`, async (t) => {
      const { browser, page } = visits.get(role) ?? t.fail();
      t.is((await browser.open(urlOf(path()))).status, 404);
      if (acts) t.is((await post(browser, page, {}, { path: urlOf(path()) })).status, 404);
    });
  }
  test(`platform, ${name}: a super admin without a second factor has to sign in with one`, async (t) => {
    const { browser, page } = visits.get('super admin without a second factor') ?? t.fail();
    const opened = await browser.request('GET', new URL(urlOf(path()), server.issuer));
    t.is(opened.status, 303);
    t.true(decodeURIComponent(opened.headers.get('location') ?? '').includes('acr_values=urn:identity:acr:2'));
    if (acts) {
      const sent = await post(browser, page, {}, { path: urlOf(path()) });
      t.is(sent.status, 303);
      t.true(decodeURIComponent(sent.location ?? '').includes('acr_values=urn:identity:acr:2'));
    }
  });
}
