import type { ConsoleVisit } from '@org/identity-core';
import { type AreaVisit, type DeclaredCaller, signedInVisit, visitOf } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { Button, Form } from '@org/identity-ui';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { signedInBy } from '../support/provider-session.js';
import { addUser, freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

/** The visit of a partner: a user whom the host knows as one. */
interface PartnerVisit extends AreaVisit {
  readonly partner: string;
}
/** A guest without an account, by a cookie. */
interface Guest extends DeclaredCaller {
  readonly kind: 'guest';
}
interface GuestVisit extends ConsoleVisit {
  readonly principal: Guest;
}
declare module '@org/identity-core' {
  interface CallerKinds {
    guest: Guest;
  }
  interface ConsoleVisits {
    partner: PartnerVisit;
    lobby: GuestVisit;
  }
}

const partners = new Map<string, string>();
const orders: string[] = [];
const texts = (name: string) => ({ en: { name, title: name, notices: { ordered: 'Ordered.' } } });
const guest: Guest = {
  kind: 'guest',
  id: 'guest-1',
  tenantId: null,
  scopes: [],
  actor: { kind: 'machine', id: 'guest-1' },
  formToken: 'a-token-of-the-guest',
};

/** A plugin of a host, with a console for users whom it knows, and one for guests without an account. */
const plugin: IdentityPlugin = {
  name: 'partners',
  setup: () => ({
    callers: [
      {
        kind: 'guest',
        cookie: 'acme-guest',
        authenticate: ({ secret }) => Promise.resolve(secret === 'invited' ? guest : undefined),
      },
    ],
    consoles: [
      {
        place: 'partner',
        path: '/partner',
        texts: {
          en: { name: 'Partners', groups: { sales: 'Sales' } },
          de: { name: 'Partner', groups: { sales: 'Verkauf' } },
        },
        groups: ['sales'],
        subject: ({ partner }) => partner,
        links: () => [{ href: '/account', name: 'Your account' }],
        async open(request, returnTo) {
          const visit = signedInVisit(request, '/partner');
          if (!visit) return { signIn: { returnTo } };
          const partner = partners.get(visit.principal.userId);
          return partner === undefined ? { notFound: true } : { visit: { ...visit, partner } };
        },
      },
      {
        place: 'lobby',
        path: '/lobby',
        texts: { en: { name: 'Lobby' } },
        callers: ['guest'],
        async open(request) {
          const caller = await request.caller('guest');
          if (!caller) return { notFound: true };
          const hidden = { formToken: caller.formToken ?? '' };
          return { visit: { ...visitOf(request), base: '/lobby', principal: caller, hidden, timeZone: 'UTC' } };
        },
      },
    ],
    pages: [
      {
        method: 'get',
        path: '/lobby-door/:secret',
        handle: async ({ params }) => ({
          redirect: '/lobby',
          cookies: [{ name: 'acme-guest', value: params['secret'], maxAgeSeconds: 60 }],
        }),
      },
    ],
    areas: [
      { place: 'partner', path: '', texts: texts('Start'), draw: async () => 'Welcome.' },
      {
        place: 'partner',
        path: 'orders',
        group: 'sales',
        texts: texts('Orders'),
        draw: async ({ partner, hidden, base }) => (
          <Form action={`${base}/orders`} hidden={{ ...hidden }}>
            <p>Orders of {partner}</p>
            <Button>Order</Button>
          </Form>
        ),
        async act({ partner }) {
          orders.push(partner);
          return { done: 'ordered' };
        },
      },
      { place: 'partner', path: 'prices', group: 'sales', texts: texts('Prices'), draw: async () => 'Prices.' },
      {
        place: 'lobby',
        path: '',
        texts: texts('Lobby'),
        draw: async ({ principal, hidden, base }) => (
          <Form action={base} hidden={{ ...hidden }}>
            <p>Hello {principal.id}</p>
            <Button>Order</Button>
          </Form>
        ),
        needsFreshSignIn: () => true,
        async act({ principal }) {
          orders.push(principal.id);
          return { done: 'ordered' };
        },
      },
    ],
  }),
};

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [...allPlugins(), plugin] });
});
test.after.always(() => server?.stop());

async function addPartner(name: string) {
  const user = await addUser(server);
  partners.set(user.userId, name);
  return user;
}

test('a plugin has a console of its own: its path, guard, navigation and groups', async (t) => {
  const { email } = await addPartner('Acme');
  // The sign-in leads back to it.
  const { browser, page } = await openAccount(server.issuer, email, { path: '/partner/orders' });
  t.is(page.status, 200);
  t.regex(page.html, /<h1[^>]*>Orders<\/h1>/u);
  t.regex(page.html, /<title>Orders · Acme/u);
  t.regex(page.html, /<nav class="side" aria-label="Partners">/u);
  t.regex(page.html, /<span class="label">Sales<\/span>/u);
  const links = [...page.html.matchAll(/<a href="(\/partner[^"]*)"( aria-current="page")?>/gu)];
  t.deepEqual(
    links.map(([, href, current]) => [href, current !== undefined]),
    [
      ['/partner', false],
      ['/partner/orders', true],
      ['/partner/prices', false],
    ],
  );
  t.true(page.html.includes(email), 'the menu of the user');
  t.regex(page.html, /action="\/account\/sign-out"/u);
  const done = await post(browser, page, {});
  t.deepEqual([done.status, done.location], [303, '/partner/orders?done=ordered']);
  t.true(orders.includes('Acme'));
});

test('its guard decides for pages and forms, and a form needs the token of the session', async (t) => {
  const { browser, page } = await openAccount(server.issuer, (await addUser(server)).email);
  for (const path of ['/partner', '/partner/orders', '/partner/prices'])
    t.is((await browser.open(path)).status, 404, path);
  t.is((await post(browser, page, {}, { path: '/partner/orders' })).status, 404);
  const partner = await addPartner('Forged');
  const own = await openAccount(server.issuer, partner.email, { path: '/partner/orders' });
  const forged = await post(own.browser, own.page, { formToken: 'forged' });
  t.is(forged.status, 400);
  t.false(orders.includes('Forged'));
});

test('a session that a tenant’s provider has opened does not open it', async (t) => {
  const tenant = await freshTenant(server);
  partners.set(tenant.owner.userId, 'Provided');
  const { browser } = await openAccount(server.issuer, tenant.owner.email, { path: '/partner' });
  await signedInBy(server, tenant.owner.userId, tenant.id);
  const page = await browser.open('/partner');
  t.not(page.url.pathname === '/partner' && page.status === 200, true);
  t.false(page.html.includes('Welcome.'));
});

test('a console can be for callers of a kind that the plugin brings, who have no account', async (t) => {
  const visitor = new TestBrowser(server.issuer);
  t.is((await visitor.open('/lobby')).status, 404);
  t.is((await visitor.open('/lobby-door/uninvited')).status, 404);
  const page = await visitor.open('/lobby-door/invited');
  t.is(page.status, 200);
  t.regex(page.html, /Hello guest-1/u);
  t.notRegex(page.html, /sign-out/u);
  const done = await post(visitor, page, {});
  t.deepEqual([done.status, done.location], [303, '/lobby?done=ordered']);
  t.true(orders.includes('guest-1'));
  t.is((await post(visitor, page, { formToken: 'forged' })).status, 400);
  // It is nobody anywhere else.
  t.not((await visitor.open('/partner')).url.pathname, '/partner');
  t.is((await visitor.open('/setup')).status, 404);
});

test('its pages and forms are entry points like all others', (t) => {
  const found = server.identity.entryPoints.filter(({ name }) => / \/(?:partner|lobby)(?:\/|$)/u.test(name));
  t.deepEqual(found.map(({ kind, name, callers, origins }) => [kind, name, ...callers, ...origins]).sort(), [
    ['form', 'POST /lobby', 'guest'],
    ['form', 'POST /partner/orders', 'user', 'own'],
    ['page', 'GET /lobby', 'guest'],
    ['page', 'GET /partner', 'user', 'own'],
    ['page', 'GET /partner/orders', 'user', 'own'],
    ['page', 'GET /partner/prices', 'user', 'own'],
  ]);
});
