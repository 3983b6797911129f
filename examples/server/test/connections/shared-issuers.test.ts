import { connections } from '@org/identity-connections';
import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { buildRequest, configure, signIn } from '../support/sign-in.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let shared: HostileUpstream;
test.before(async () => {
  shared = await startHostileUpstream();
  // It stands in for Google.
  const plugin = connections({ hostedDomainIssuers: [`${shared.issuer}/`] });
  server = await startTestServer({ plugins: [users(), tenants(), licensing(), webhooks(), plugin] });
});
test.after.always(async () => {
  await server?.stop();
  await shared?.stop();
});

let count = 0;

/** A tenant with a verified domain and a connection to the provider of many organizations. */
async function scene() {
  const tenant = await freshTenant(server);
  const { db } = server.identity;
  count += 1;
  const domain = `hosted${count}.test`;
  const data = { tenantId: tenant.id, domain, status: 'VERIFIED', proof: 'proof' } as const;
  const { id: domainId } = await db.domain.create({ data });
  const signedIn = await signIn(server.issuer, { email: tenant.owner.email });
  const call = (method: string, path = '', body?: unknown) =>
    send(server.issuer, method, `/api/tenants/${tenant.id}/connections${path}`, signedIn.tokens.access_token, body);
  const { issuer, clientId, clientSecret } = shared;
  const values = { kind: 'OIDC', name: 'Google', issuer, clientId, clientSecret, domains: [domainId] };
  const { body } = await call('POST', '', values);
  const id = String(body['id']);
  const runTest = async (claims: Record<string, unknown>) => {
    const { url } = (await call('POST', `/${id}/test`)).body;
    const gone = await signedIn.browser.open(String(url));
    return signedIn.browser.open(await shared.visit(gone.url, { email: `it@${domain}`, ...claims }));
  };
  const signInBy = async (claims: { sub: string; [name: string]: unknown }) => {
    const email = `${claims.sub}@${domain}`;
    const request = await buildRequest(await configure(server.issuer, 'demo-web'));
    const browser = new TestBrowser(server.issuer);
    const gone = await browser.submit(await browser.open(request.url), { email });
    return browser.open(await shared.visit(gone.url, { email, email_verified: true, ...claims }));
  };
  const lastReason = async () => {
    const last = await db.connectionAttempt.findFirst({ where: { connectionId: id }, orderBy: { id: 'desc' } });
    return last?.reason;
  };
  return { tenant, domain, id, call, values, runTest, signInBy, lastReason };
}

const isDone = ({ url }: { url: URL }) => url.href.startsWith('http://127.0.0.1:8765/callback?code=');

test('a provider of many organizations has to name the verified domain in hd', async (t) => {
  const { domain, id, call, runTest, signInBy, lastReason } = await scene();
  t.regex((await runTest({ sub: 'it' })).html, /claim “hd”/u, 'the test says why');
  t.is((await call('POST', `/${id}/activate`)).status, 200);
  t.true(isDone(await signInBy({ sub: 'ada', hd: domain })));
  t.true(isDone(await signInBy({ sub: 'ada', hd: domain.toUpperCase() })));
  const refused: [string, Record<string, unknown>][] = [
    ['none: an account of the user’s own', {}],
    ['another organization', { hd: 'elsewhere.test' }],
    ['several', { hd: [domain] }],
    ['an empty one', { hd: '' }],
  ];
  for (const [title, claims] of refused) {
    const page = await signInBy({ sub: 'bob', ...claims });
    t.is(page.status, 403, title);
    t.is(await lastReason(), 'foreign_organization', title);
  }
  const linked = await signInBy({ sub: 'ada' });
  t.is(linked.status, 403, 'also for a user who is linked already');
});

test('issuers of Microsoft that stand for many directories are refused', async (t) => {
  const { call, values, id } = await scene();
  const many = [
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.com/Consumers/v2.0',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'https://login.microsoftonline.us/common/v2.0',
    'https://sts.windows.net/common/',
    'https://login.microsoftonline.com/%63ommon/v2.0',
    'https://login.microsoftonline.com/%zz/v2.0',
  ];
  for (const issuer of many) {
    const created = await call('POST', '', { ...values, issuer });
    t.deepEqual([created.status, (created.body['details'] as { path: string }[])[0]?.path], [422, 'issuer'], issuer);
    t.is((await call('PATCH', `/${id}`, { issuer, clientSecret: 'new' })).status, 422, issuer);
  }
  const one = 'https://login.microsoftonline.com/00000000-0000-4000-8000-000000000000/v2.0';
  t.is((await call('POST', '', { ...values, issuer: one })).status, 201);
});
