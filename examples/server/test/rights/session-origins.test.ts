import { randomUUID } from 'node:crypto';
import type { EntryPoint } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { everyOption } from '../support/all-entry-points.js';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { crm } from '../support/licensing-api.js';
import { originDocs } from '../support/origin-table.js';
import { signedInBy } from '../support/provider-session.js';
import { seatsElsewhere } from '../support/seats-elsewhere.js';
import { isDone } from '../support/second-factor.js';
import { openedLink } from '../support/setup-link-tests.js';
import { answersOf, byItsProvider, byPassword, stepOf, stepScenes, stepTenants } from '../support/step-scenes.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';

// Generated from the declarations of the composed server, so a new route, page or form is covered automatically.

let server: DomainServer;
let upstream: HostileUpstream;
let entryPoints: readonly EntryPoint[];
/** Owned by the same user as the tenant of the provider. */
let other: Awaited<ReturnType<typeof freshTenant>>;
let scene: Awaited<ReturnType<typeof provided>>;

test.before(async () => {
  [server, upstream] = await Promise.all([startDomainServer(everyOption), startHostileUpstream()]);
  entryPoints = server.identity.entryPoints;
  other = await freshTenant(server);
  scene = await provided();
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

const db = () => server.identity.db;

/** A user with two tenants, in sessions that the provider of the first has opened. */
async function provided() {
  const tenant = await freshTenant(server);
  const { email, userId } = tenant.owner;
  await db().membership.create({ data: { tenantId: other.id, userId, role: 'owner' } });
  const token = await tokenOf(server.issuer, email, tenant.slug);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/console' });
  await signedInBy(server, userId, tenant.id);
  const formToken = /name="formToken" value="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  return { tenant, email, userId, token, browser, formToken };
}

/** The path of an entry point, with the other tenant and things that do not exist. */
const pathOf = ({ name }: EntryPoint) =>
  name
    .split(' ')[1]
    ?.replace('/api/tenants/:id', `/api/tenants/${other.id}`)
    .replace('/console/:slug', `/console/${other.slug}`)
    .replaceAll(/:\w+/gu, () => randomUUID()) ?? '';
const methodOf = ({ name }: EntryPoint) => name.split(' ')[0] ?? '';
/** What the user of the scene has changed. */
const events = () => db().event.count({ where: { actorId: scene.userId } });

test('docs/concepts/security.md lists exactly the entry points of this server: else run "npm run origin-docs"', (t) => {
  t.deepEqual(originDocs.writtenTable(), originDocs.withoutLayout(originDocs.originTable(entryPoints)));
  t.true(entryPoints.length > 390);
});

test('a route that declares nothing refuses the token of a provider’s session', async (t) => {
  const own = entryPoints.filter(
    ({ kind, origins }) => kind === 'route' && origins.length > 0 && !origins.includes('provider'),
  );
  t.true(own.length > 70);
  const before = await events();
  for (const entryPoint of own) {
    const { status, body } = await send(server.issuer, methodOf(entryPoint), pathOf(entryPoint), scene.token);
    t.deepEqual([status, body['error']], [403, 'REAUTHENTICATION_REQUIRED'], entryPoint.name);
  }
  t.is(await events(), before);
});

test('a route of tenants does not find another tenant with such a token', async (t) => {
  const open = entryPoints.filter(({ kind, origins }) => kind === 'route' && origins.includes('provider'));
  const ofTenants = open.filter(({ name }) => name.includes('/api/tenants/:id'));
  t.true(ofTenants.length > 60);
  const before = await events();
  for (const entryPoint of ofTenants) {
    const { status, body } = await send(server.issuer, methodOf(entryPoint), pathOf(entryPoint), scene.token);
    // Routes with a body look at the body first.
    const expected =
      entryPoint.name.startsWith('GET') || entryPoint.name.startsWith('DELETE') ? [404, 422] : [404, 415, 422];
    t.true(expected.includes(status), `${entryPoint.name}: ${status} ${JSON.stringify(body)}`);
  }
  t.is(await events(), before);
});

test('the same routes find the tenant of the provider', async (t) => {
  const { tenant, token } = scene;
  for (const rest of [
    '',
    '/members',
    '/invitations',
    '/events',
    '/groups',
    '/connections',
    '/directories',
    '/webhooks',
  ]) {
    const { status } = await send(server.issuer, 'GET', `/api/tenants/${tenant.id}${rest}`, token);
    t.is(status, 200, rest);
  }
});

/** Every session can be ended. */
const ends = (name: string) => name.endsWith('/sign-out');

/** What a browser gets: the status, where it is sent, and the page without what is new each time. */
async function answer(browser: TestBrowser, entryPoint: EntryPoint, form: Record<string, string>) {
  const url = new URL(pathOf(entryPoint), server.issuer);
  const body = entryPoint.kind === 'form' ? new URLSearchParams(form) : undefined;
  const response = await browser.request(methodOf(entryPoint), url, body, { origin: new URL(server.issuer).origin });
  const html = (await response.text()).replaceAll(/[\w-]{16,}/gu, 'X');
  return { status: response.status, location: response.headers.get('location') ?? '', html };
}

const leadsToSignIn = (location: string) => location.startsWith('/oauth/authorize?');

test('for a page or form that declares nothing, the user of a provider’s session is not signed in', async (t) => {
  const own = entryPoints.filter(
    ({ kind, name, origins }) =>
      !ends(name) && (kind === 'page' || kind === 'form') && origins.includes('own') && !origins.includes('provider'),
  );
  t.true(own.length > 80);
  const before = await events();
  const form = { formToken: scene.formToken, email: 'taken@over.test' };
  for (const entryPoint of own) {
    const stranger = await answer(new TestBrowser(server.issuer), entryPoint, form);
    const visitor = await answer(scene.browser, entryPoint, form);
    if (leadsToSignIn(stranger.location)) {
      const asked = visitor.status === 403 && visitor.html.includes('You signed in through your organization');
      const again = leadsToSignIn(visitor.location) && visitor.location.includes('prompt=login');
      t.true(asked || again, `${entryPoint.name}: ${visitor.status} ${visitor.location}`);
      t.false(visitor.location.includes('resume'), entryPoint.name);
    } else t.is(visitor.status, stranger.status, entryPoint.name);
    t.false(visitor.html.includes(scene.email), entryPoint.name);
  }
  t.is(await events(), before);
  t.is(await db().oidcRecord.count({ where: { model: 'KeptForm', accountId: scene.userId } }), 0);
});

test('the console of another tenant is closed to such a session', async (t) => {
  const ofTenants = entryPoints.filter(
    ({ kind, name }) => (kind === 'page' || kind === 'form') && name.includes('/console/:slug'),
  );
  t.true(ofTenants.length > 60);
  const before = await events();
  for (const entryPoint of ofTenants) {
    const { status, location, html } = await answer(scene.browser, entryPoint, { formToken: scene.formToken });
    t.true([303, 403, 404].includes(status), `${entryPoint.name}: ${status}`);
    t.notRegex(html, /<nav/u, entryPoint.name);
    if (status === 303) t.true(leadsToSignIn(location), `${entryPoint.name}: ${location}`);
  }
  t.is(await events(), before);
});

test('a setup link opens its own pages, and no route, no console and no account', async (t) => {
  const { visitor, tenant, signOn } = await openedLink(server);
  const formToken = /name="formToken" value="([^"]+)"/u.exec(signOn.html)?.[1] ?? '';
  t.is((await visitor.open('/setup')).status, 200);
  for (const entryPoint of entryPoints.filter(({ kind, origins }) => kind === 'route' && origins.length > 0)) {
    const cookie = Object.entries(visitor.cookies()).map(([name, value]) => `${name}=${value}`);
    const url = new URL(pathOf(entryPoint), server.issuer);
    const { status } = await fetch(url, { method: methodOf(entryPoint), headers: { cookie: cookie.join('; ') } });
    // The only one that takes callers without a token.
    const isOpen = entryPoint.name === 'POST /api/invitations/:token/accept';
    t.true(isOpen ? status >= 400 : status === 401, `${entryPoint.name}: ${status}`);
  }
  const others = entryPoints.filter(
    ({ kind, origins }) => (kind === 'page' || kind === 'form') && origins.includes('own'),
  );
  for (const entryPoint of others) {
    const stranger = await answer(new TestBrowser(server.issuer), entryPoint, {});
    const { status, html } = await answer(visitor, entryPoint, { formToken });
    t.is(status, stranger.status, entryPoint.name);
    t.false(html.includes(tenant.slug), entryPoint.name);
  }
});

test('the pages of a setup link are closed to everybody without the link', async (t) => {
  const ofLinks = entryPoints.filter(({ callers }) => callers.includes('setup_link'));
  t.true(ofLinks.length > 10);
  for (const entryPoint of ofLinks) {
    const { status, html } = await answer(scene.browser, entryPoint, { formToken: scene.formToken });
    t.not(status, 200, entryPoint.name);
    t.false(html.includes(scene.tenant.slug), entryPoint.name);
  }
});

test('routes outside of a tenant show a provider’s session its tenant alone', async (t) => {
  const { tenant, userId, token } = await provided();
  const open = entryPoints.filter(
    ({ kind, origins, name }) => kind === 'route' && origins.includes('provider') && !name.includes('/api/tenants/:id'),
  );
  const ofLicenses = open.filter(({ name }) => name.includes(' /api/integration/licenses'));
  const names = open.filter((each) => !ofLicenses.includes(each)).map(({ name }) => name);
  t.deepEqual(names, ['GET /api/users/me', 'GET /api/tenants']);
  const get = async (path: string) => (await send(server.issuer, 'GET', path, token)).body;
  const { tenants } = (await get('/api/tenants')) as { tenants: { id: string }[] };
  t.deepEqual(ids(tenants), [tenant.id]);
  const { memberships } = (await get('/api/users/me')) as { memberships: { tenantId: string }[] };
  t.deepEqual(ids(memberships.map(({ tenantId: id }) => ({ id }))), [tenant.id]);

  const { colleague, state, fieldsFor } = await seatsElsewhere(server, {
    tenantId: tenant.id,
    otherId: other.id,
    userId,
  });
  const before = await state();
  const found: Record<string, unknown> = {};
  for (const entryPoint of ofLicenses) {
    const [method, path] = [methodOf(entryPoint), pathOf(entryPoint).replace(/(?<=apps\/)[^/]+/u, crm)];
    const call = (fields: Record<string, string | number>) =>
      method === 'GET'
        ? send(server.issuer, method, `${path}?${queryOf(fields)}`, token)
        : send(server.issuer, method, path, token, fields);
    const { status, body } = await call(fieldsFor(entryPoint.name));
    found[`${method} ${path.split('/licenses')[1]?.replace(crm, 'crm')}`] = body['error'] ?? status;
    const text = JSON.stringify(body);
    t.false(text.includes('"hasLicense":true') || text.includes(colleague.userId), `${entryPoint.name}: ${text}`);
    t.true([undefined, 0].includes(body['count'] as number | undefined), entryPoint.name);
    if (entryPoint.name.includes('/apps/')) continue;
    // The tenant is that of the token: nobody but a machine of the platform names one.
    t.is((await call({ ...fieldsFor(entryPoint.name), tenantId: other.id })).status, 422, entryPoint.name);
  }
  t.deepEqual(found, {
    'GET /check': 200,
    'POST /check': 200,
    'GET /feature': 200,
    'POST /feature': 200,
    'GET /type': 200,
    'GET /apps/crm/users': 200,
    'GET /apps/crm/count': 200,
    'POST /grant': 'USER_NOT_FOUND',
    'POST /revoke': 'LICENSE_NOT_FOUND',
    'POST /lease': 'LICENSE_NOT_FOUND',
    'POST /request': 201,
  });
  t.deepEqual(await state(), before);
});

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const queryOf = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));

test('every step takes the sessions that it declares, and no other', async (t) => {
  const steps = entryPoints.filter(({ kind }) => kind === 'step');
  t.deepEqual(steps.map(({ name }) => name).sort(), Object.keys(stepScenes).sort());
  const tenants = await stepTenants(server, upstream);
  const { tenant } = tenants;
  const people = new Map<string, Awaited<ReturnType<typeof tenants.addPerson>>>();
  for (const { name } of steps) {
    const person = await tenants.addPerson(name);
    people.set(name, person);
    await stepScenes[name]?.prepare?.(server, person.userId);
  }
  for (const { name, origins } of steps) {
    const [step, person] = [stepScenes[name], people.get(name)];
    if (!step || !person) return t.fail(name);
    t.true(origins.includes('own'), name);
    let { browser, page } = await byPassword(server, step, { tenant, ...person });
    // Who is signed in sees that step only when asked to sign in again.
    if (name === 'login') page = await step.begin(server, browser, tenant);
    if (name === 'device') page = await browser.submit(page, { tenant: tenant.id });
    t.deepEqual([await stepOf(server, page), page.status], [name, 200], `${name}: ${page.html}`);

    await signedInBy(server, person.userId, tenant.id);
    // The step belongs to the session in which it was begun. `login` begins one.
    const meanwhile = await answersOf(browser, page, other.id);
    t.deepEqual(meanwhile, name === 'login' ? [200, 200] : [400, 400], name);
  }
  await tenants.activate();
  for (const { name, origins } of steps) {
    const [step, person] = [stepScenes[name], people.get(name)];
    if (!step || !person) return t.fail(name);
    const { browser, page: first } = await byItsProvider(server, step, { upstream, tenant, ...person });
    const page = name === 'login' ? await step.begin(server, browser, tenant) : first;
    const at = await stepOf(server, page);
    // A step of the account is refused, or does not come.
    if (origins.includes('provider')) t.deepEqual([at, page.status], [name, 200], `${name}: ${page.html}`);
    else if (at === name)
      t.deepEqual([page.status, ...(await answersOf(browser, page, other.id))], [403, 403, 403], name);
    else t.true(isDone(page), `${name}: ${page.html}`);
    const own = await db().user.findUniqueOrThrow({ where: { id: person.userId }, include: { ssoLinks: true } });
    t.is(own.linksToReview, name === 'links', name);
    t.is(own.ssoLinks.length, name === 'links' ? 1 : 0, name);
    t.is(await db().totp.count({ where: { userId: person.userId } }), name === 'mfa' ? 1 : 0, name);
  }
});
