import { connections } from '@org/identity-connections';
import { type Area, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { scim } from '@org/identity-scim';
import { licensing, tenants, webhooks } from '@org/identity-server';
import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addSuperAdmin } from '../support/console-pages.js';
import { type ConsoleRole, consoleRoles, newTarget, refusalFor, tenantConsole } from '../support/console-rights.js';
import { type SeatScene, seatScene } from '../support/console-seats.js';
import { addMember, addUser } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let scene: SeatScene;
/** What is opened, and what nobody may change. Only an allowed action needs a target of its own. */
let untouched: Awaited<ReturnType<typeof newTarget>>;
const visits = new Map<ConsoleRole, { browser: TestBrowser; page: Page }>();

test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  scene = await seatScene(server, 1000);
  untouched = await newTarget(server, scene);
  const suspended = await addMember(server, scene.tenantId, 'admin');
  const people: Record<ConsoleRole, { email: string }> = {
    owner: scene.owner,
    admin: scene.admin,
    member: scene.member,
    'super admin': await addSuperAdmin(server),
    'suspended member': suspended,
    outsider: await addUser(server),
  };
  for (const role of consoleRoles)
    visits.set(role, await openAccount(server.issuer, people[role].email, { path: '/console' }));
  const where = { id: suspended.membershipId };
  await server.identity.db.membership.update({ where, data: { status: 'SUSPENDED' } });
});
test.after.always(() => server?.stop());

const visitOf = (role: ConsoleRole) => {
  const visit = visits.get(role);
  if (!visit) throw new Error(`Nobody is signed in as ${role}.`);
  return visit;
};

for (const { path, allowed, actions, url } of tenantConsole) {
  const area = path === '' ? 'the overview' : path;
  for (const role of consoleRoles) {
    const may = allowed.includes(role);
    test(`tenant console, ${area}: ${role} ${may ? 'can' : 'cannot'} open it`, async (t) => {
      const below = url(untouched);
      const here = below === '' ? scene.base : `${scene.base}/${below}`;
      const page = await visitOf(role).browser.open(here);
      t.is(page.status, may ? 200 : refusalFor(role));
    });
    for (const action of actions) {
      const mayAct = action.allowed.includes(role);
      test(`tenant console, ${area}: ${role} ${mayAct ? 'can' : 'cannot'} ${action.name}`, async (t) => {
        const target = mayAct ? await newTarget(server, scene) : untouched;
        const { browser, page } = visitOf(role);
        const sent = await post(browser, page, action.fields(target), { path: `${scene.base}/${url(target)}` });
        if (mayAct) t.true([200, 303].includes(sent.status), `${sent.status} ${sent.location ?? ''}`);
        else t.is(sent.status, refusalFor(role));
        if (mayAct && sent.location) t.true(sent.location.startsWith('/console/'), sent.location);
      });
    }
  }
}

/** The areas that the plugins declare. They only keep the host for later, so almost none is needed to list them. */
const anything: unknown = new Proxy(() => anything, { get: () => anything });
const host = new Proxy(
  { accounts: { accountPage: '/account' }, createPost: () => fetch, services: { members: anything } },
  { get: (target, name) => Reflect.get(target, name) ?? anything },
) as unknown as IdentityPluginHost;
const areas = [tenants(), licensing(), webhooks(), connections(), scim()].flatMap(
  (plugin): readonly Area[] => plugin.setup?.(host).areas ?? [],
);

test('the table has every area of the tenant console, and every area with a form has an action', (t) => {
  const declared = areas.filter(
    (area) => area.place === 'tenant' && (area.sectionOf === undefined || area.act !== undefined),
  );
  t.deepEqual(
    tenantConsole.map(({ path }) => path).sort(),
    ['', 'applications', ...declared.map(({ path }) => path)].sort(),
    'the overview and the applications belong to the server',
  );
  for (const { path, act } of declared) {
    const row = tenantConsole.find((each) => each.path === path);
    t.is(row?.actions.length !== 0, act !== undefined, path);
  }
});

test('no page of the console shows ids where there are names', async (t) => {
  const { browser } = visitOf('owner');
  for (const path of ['', '/members', '/invitations', '/licenses', '/audit']) {
    const { html } = await browser.open(`${scene.base}${path}`);
    // An event has no name. Its details show its id, for support.
    const named = html.replaceAll(/<dt>Event ID<\/dt><dd>[^<]*/gu, '');
    const words = named.replaceAll(/<[^>]*>/gu, ' ').split(/\s+/u);
    t.deepEqual(words.filter(isUuid), [], path);
  }
});
