import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addSuperAdmin } from '../support/console-pages.js';
import { newTarget, type Target, tenantConsole } from '../support/console-rights.js';
import { type SeatScene, seatScene } from '../support/console-seats.js';
import { asksToSetUp, enrol, setUpApp } from '../support/second-factor.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

// console/rights.test.ts checks that the table has every page and form of the console.

let server: TestServer;
let scene: SeatScene;
let target: Target;
const visits = new Map<string, { browser: TestBrowser; page: Page }>();

/** A super admin with a password alone: outside of the tenant, and with each role in it. */
const people = ['outside of the tenant', 'member', 'admin', 'owner'] as const;

test.before(async () => {
  server = await startTestServer({ plugins: allPlugins(), superAdminSecondFactor: true });
  scene = await seatScene(server, 1000);
  target = await newTarget(server, scene);
  for (const who of people) {
    const user =
      who === 'outside of the tenant' ? await addSuperAdmin(server) : await addMember(server, scene.tenantId, who);
    await server.identity.db.user.update({ where: { id: user.userId }, data: { superAdmin: true } });
    visits.set(who, await openAccount(server.issuer, user.email, { path: '/console' }));
  }
});
test.after.always(() => server?.stop());

const hereOf = (path: string) => (path === '' ? scene.base : `${scene.base}/${path}`);
const asksForFactor = (location: string | null) =>
  decodeURIComponent(location ?? '').includes('acr_values=urn:identity:acr:2');

for (const { path, allowed, actions, url } of tenantConsole) {
  const area = path === '' ? 'the overview' : path;
  for (const who of people) {
    const may = who !== 'outside of the tenant' && allowed.includes(who);
    test.serial(
      `${area}: a super admin without a second factor, ${who}, ${may ? 'can open it' : 'is asked for one'}`,
      async (t) => {
        const { browser, page } = visits.get(who) ?? t.fail();
        const here = hereOf(url(target));
        const opened = await browser.request('GET', new URL(here, server.issuer));
        t.is(opened.status, may ? 200 : 303);
        if (!may) t.true(asksForFactor(opened.headers.get('location')));
        for (const action of actions) {
          const mayAct = who !== 'outside of the tenant' && action.allowed.includes(who);
          // Nobody may leave for somebody else, with any rights.
          if (mayAct || action.allowed.length === 0) continue;
          const sent = await post(browser, page, action.fields(target), { path: here });
          t.is(sent.status, 303, action.name);
          t.true(asksForFactor(sent.location), action.name);
        }
      },
    );
  }
}

test.serial('after the second factor the page opens that was asked for', async (t) => {
  const { email } = await addSuperAdmin(server);
  const { browser } = await openAccount(server.issuer, email, { path: '/console' });
  const asked = await browser.open(`${scene.base}/members`);
  t.true(asksToSetUp(asked));
  const { next } = await setUpApp(browser, asked);
  t.deepEqual([next.status, next.url.pathname], [200, `${scene.base}/members`]);
});

test.serial(
  'a tenant that does not exist is answered like one that does, until the second factor is passed',
  async (t) => {
    const { browser } = visits.get('outside of the tenant') ?? t.fail();
    const opened = await browser.request('GET', new URL('/console/no-such-tenant', server.issuer));
    t.is(opened.status, 303);
    t.true(asksForFactor(opened.headers.get('location')));
    const user = await addSuperAdmin(server);
    const strong = await enrol(server, user);
    t.is((await strong.browser.open('/console/no-such-tenant')).status, 404);
    t.is((await strong.browser.open(`/console/${(await freshTenant(server)).slug}`)).status, 200);
  },
);
