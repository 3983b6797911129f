import { randomUUID } from 'node:crypto';
import { connections } from '@org/identity-connections';
import { tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import { post } from '../support/account-pages.js';
import { openConsole } from '../support/console-pages.js';
import { buildRequest, configure, exchange, signIn } from '../support/sign-in.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { signTicket, type Ticket, tickets } from '../support/ticket-kind.js';

const key = 'the key of the office';
const office = 'urn:office:north';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [tickets, users(), tenants(), connections()] });
});
test.after.always(() => server?.stop());

/** An owner with a verified domain, and how to call the API as them. */
async function scene() {
  const tenant = await freshTenant(server);
  const domain = `office-${randomUUID().slice(0, 8)}.test`;
  const row = { tenantId: tenant.id, domain, status: 'VERIFIED' as const, proof: 'proof' };
  const { id: domainId } = await server.identity.db.domain.create({ data: row });
  const owner = await signIn(server.issuer, { email: tenant.owner.email });
  const token = owner.tokens.access_token;
  const call = (method: string, below = '', body?: unknown) =>
    send(server.issuer, method, `/api/tenants/${tenant.id}/connections${below}`, token, body);
  const body = { kind: 'TICKET', name: 'Front desk', office, officeKey: key, domains: [domainId] };
  return { tenant, domain, domainId, browser: owner.browser, call, body };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const fieldsOf = ({ html }: Page): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [name, value]),
  );

/** The office answers the form of a visit: its page sends the ticket to us, without our cookies. */
async function bring(browser: TestBrowser, gone: Page, id: string, ticket: Omit<Ticket, 'attempt'>, signedWith = key) {
  const { state = '', attempt = '' } = fieldsOf(gone);
  const sent = new URLSearchParams({ state, ticket: signTicket(signedWith, { ...ticket, attempt }), more: 'x' });
  const url = new URL(`/sso/c/${id}/ticket`, server.issuer);
  const stranger = new TestBrowser(server.issuer);
  const response = await stranger.request('POST', url, sent, { origin: 'https://desk.test' });
  const arrived = { url, status: response.status, headers: response.headers, html: await response.text() };
  return { arrived, page: await browser.submit(arrived, {}) };
}

/** Runs the test of a connection in the owner's browser. */
async function runTest({ call, browser, domain }: Scene, id: string, signedWith = key) {
  const { body } = await call('POST', `/${id}/test`);
  const gone = await browser.open(String(body['url']));
  const ticket = { office, user: 'tester', email: `tester@${domain}`, teams: ['Blue'] };
  return { gone, ...(await bring(browser, gone, id, ticket, signedWith)) };
}

async function activeConnection(at: Scene): Promise<string> {
  const { body } = await at.call('POST', '', at.body);
  const id = String(body['id']);
  await runTest(at, id);
  await at.call('POST', `/${id}/activate`);
  return id;
}

async function begin(email: string) {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const gone = await browser.submit(await browser.open(request.url), { email });
  return { browser, request, gone };
}

const attemptsOf = async ({ call }: Scene, id: string) =>
  (await call('GET', `/${id}/attempts`)).body['attempts'] as Record<string, unknown>[];

test('a connection of a kind that the server does not know is created, tested and activated, and signs in', async (t) => {
  const at = await scene();
  const group = { tenantId: at.tenant.id, name: 'Blue', nameKey: 'blue' };
  const { id: groupId } = await server.identity.db.group.create({ data: group });
  const created = await at.call('POST', '', at.body);
  t.is(created.status, 201, JSON.stringify(created.body));
  const { id: newId, createdAt, updatedAt, ...rest } = created.body;
  const id = String(newId);
  t.deepEqual(rest, {
    kind: 'TICKET',
    name: 'Front desk',
    status: 'DRAFT',
    office,
    domains: [at.domainId],
    defaultRole: 'member',
    defaultGroups: [],
    roleByGroup: {},
    jit: true,
    trustMfa: false,
    deskOpen: true,
    deskUrl: 'https://desk.test/',
  });
  t.truthy(createdAt);
  t.truthy(updatedAt);
  t.is((await at.call('POST', `/${id}/activate`)).body['error'], 'NOT_TESTED');

  const { gone, arrived, page } = await runTest(at, id);
  t.regex(gone.html, /<form method="post" action="https:\/\/desk\.test\/tickets"/u);
  t.regex(gone.headers.get('content-security-policy') ?? '', /script-src 'sha256-/u);
  t.deepEqual(Object.keys(fieldsOf(arrived)), ['state', 'ticket'], 'nothing else of the form is passed on');
  t.is(page.status, 200, page.html);
  t.regex(page.html, /<code>teams<\/code>/u);
  t.regex(page.html, /A new account would be created/u);
  t.is((await at.call('POST', `/${id}/activate`)).body['status'], 'ACTIVE');

  const email = `ada@${at.domain}`;
  const { browser, request, gone: left } = await begin(email);
  t.is(fieldsOf(left)['loginHint'], email);
  const done = await bring(browser, left, id, { office, user: 'ada', email, teams: ['Blue', 'Unknown'] });
  const { id_token: idToken } = await exchange(request, done.page.url);
  const { sub } = decodeJwt(idToken ?? '');
  const { db } = server.identity;
  t.like(await db.connectionLink.findFirst({ where: { connectionId: id } }), {
    userId: sub,
    issuer: office,
    subject: 'ada',
  });
  t.is(await db.groupMember.count({ where: { groupId, userId: String(sub) } }), 1, 'the group that exists');
  t.like((await attemptsOf(at, id))[0], { result: 'SIGNED_IN', reason: 'created', subject: 'ada' });
});

test('what the kind refuses stands in the attempts with its reason, and signs nobody in', async (t) => {
  const at = await scene();
  const id = await activeConnection(at);
  const email = `eve@${at.domain}`;
  const forged = await begin(email);
  const refused = await bring(forged.browser, forged.gone, id, { office, user: 'eve', email }, 'another key');
  t.is(refused.page.status, 400);
  t.like((await attemptsOf(at, id))[0], {
    result: 'REFUSED',
    reason: 'not_confirmed',
    providerError: 'wrong_key',
    providerErrorDescription: 'The ticket is signed with another key. Set the key of the office anew.',
  });
  const foreign = await begin(email);
  const other = await bring(foreign.browser, foreign.gone, id, { office: 'urn:office:south', user: 'eve', email });
  t.is(other.page.status, 400, 'a kind speaks only for the issuer of its connection');
  const unowned = await begin(email);
  await bring(unowned.browser, unowned.gone, id, { office, user: 'eve', email: 'eve@elsewhere.test' });
  t.like((await attemptsOf(at, id))[0], { result: 'REFUSED', reason: 'foreign_email' });
  t.is(await server.identity.db.connectionLink.count({ where: { connectionId: id } }), 0);
  const tested = await runTest(at, id, 'another key');
  t.is(tested.page.status, 400);
  t.regex(tested.page.html, /The ticket is signed with another key/u);
});

test('a response counts once, and only in the browser that began the visit', async (t) => {
  const at = await scene();
  const id = await activeConnection(at);
  const email = `bo@${at.domain}`;
  const { browser, gone } = await begin(email);
  const ticket = { office, user: 'bo', email };
  const stolen = await bring(new TestBrowser(server.issuer), gone, id, ticket);
  t.is(stolen.page.status, 400);
  const done = await bring(browser, gone, id, ticket);
  t.true(done.page.url.href.startsWith('http://127.0.0.1:8765/callback?code='));
  const again = await bring(browser, gone, id, ticket);
  t.is(again.page.status, 400);
  const { state = '' } = fieldsOf(gone);
  const oidc = await browser.open(`/sso/c/${id}/callback?state=${state}&code=x`);
  t.is(oidc.status, 400, 'the page of another kind does not take it');
});

test('a response without a visit starts one of ours, if the kind wants it', async (t) => {
  const at = await scene();
  const id = await activeConnection(at);
  const url = new URL(`/sso/c/${id}/ticket`, server.issuer);
  const arrive = (sent: Record<string, string>) =>
    new TestBrowser(server.issuer).request('POST', url, new URLSearchParams(sent), { origin: 'https://desk.test' });
  t.is((await arrive({ ticket: 'unasked' })).headers.get('location'), `/sso/c/${id}/start`);
  await at.call('PATCH', `/${id}`, { deskOpen: false });
  t.is((await arrive({ ticket: 'unasked' })).status, 200);
  t.is((await arrive({ ticket: 'x'.repeat(200 * 1024) })).status, 200);
  t.is((await arrive({ ticket: 'x'.repeat(400 * 1024) })).status, 413);
});

test('its own page is public, and only that of its own connections', async (t) => {
  const at = await scene();
  const { body } = await at.call('POST', '', at.body);
  const open = (id: string) => new TestBrowser(server.issuer).open(`/sso/c/${id}/poster`);
  t.is((await open(String(body['id']))).html, `${office}: Front desk`);
  t.is((await open(randomUUID())).status, 404);
  const issuer = { issuer: 'https://login.corp.test', clientId: 'c', clientSecret: 'secret' };
  const oidc = await at.call('POST', '', { kind: 'OIDC', name: 'Other', domains: [], ...issuer });
  t.is(oidc.status, 201, JSON.stringify(oidc.body));
  t.is((await open(String(oidc.body['id']))).status, 404);
});

test('fields belong to one kind, secrets are sealed, and what a test proves makes a draft', async (t) => {
  const at = await scene();
  const id = await activeConnection(at);
  const { db } = server.identity;
  const stored = await db.connection.findUniqueOrThrow({ where: { id } });
  t.deepEqual(stored.settings, { deskOpen: true });
  t.false(Buffer.from(stored.secret ?? []).includes(key));
  for (const body of [
    { ...at.body, office: 'north' },
    { ...at.body, clientId: 'x' },
    { ...at.body, kind: 'PAPER' },
    { ...at.body, officeKey: undefined },
  ])
    t.is((await at.call('POST', '', body)).status, 422, JSON.stringify(body));
  const foreign = await at.call('PATCH', `/${id}`, { clientId: 'x' });
  t.deepEqual(
    [foreign.status, foreign.body['details']],
    [422, [{ path: 'clientId', message: 'is no field of a connection of the kind TICKET' }]],
  );
  t.like((await at.call('PATCH', `/${id}`, { officeKey: 'another key', deskOpen: false })).body, {
    status: 'ACTIVE',
    deskOpen: false,
  });
  const [event] = await db.event.findMany({ where: { subjectId: id }, orderBy: { id: 'desc' }, take: 1 });
  t.deepEqual(event?.data, { name: 'Front desk', changed: ['deskOpen', 'officeKey'] });
  t.is((await at.call('PATCH', `/${id}`, { office: 'urn:office:south' })).body['status'], 'DRAFT');
  const closed = await at.call('POST', `/${id}/test`);
  const gone = await at.browser.open(String(closed.body['url']));
  t.is(gone.status, 503);
  t.regex(gone.html, /The desk is closed/u);
});

test('the console has its entry, its guide, its fields and its facts', async (t) => {
  const at = await scene();
  const base = `/console/${at.tenant.slug}/single-sign-on`;
  const { browser, page } = await openConsole(server, at.tenant.owner, `${base}/add`);
  t.regex(page.html, /An office with tickets/u);
  t.regex(page.html, /Okta/u);
  const link = new RegExp(`${base}/add/office/[\\da-f-]{36}`, 'u').exec(page.html)?.[0] ?? '';
  const form = await browser.open(link);
  t.regex(form.html, /Hang up the poster/u);
  const fields = { name: 'Desk', defaultRole: 'member', office, officeKey: key };
  const refused = await post(browser, form, { ...fields, office: 'north' }, { path: link });
  t.is(refused.status, 422);
  const saved = await post(browser, form, fields, { path: link });
  const shown = await browser.open(saved.location ?? '');
  t.is(shown.status, 200, saved.html);
  t.regex(shown.html, /<dt>Office<\/dt>/u);
  t.regex(shown.html, /Ring the bell/u);
  const settings = await browser.open(`${shown.url.pathname}/settings`);
  t.regex(settings.html, /Another office needs a new test/u);
});
