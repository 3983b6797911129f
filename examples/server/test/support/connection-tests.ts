import { connections } from '@org/identity-connections';
import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { type Forgery, type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';
import { logLines } from './log-lines.js';
import { buildRequest, configure, exchange, type SignedIn, signIn } from './sign-in.js';
import { freshTenant, type Member, send } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

export const { logger, lines } = logLines();
/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let upstream: HostileUpstream;
export const plugins = () => [users(), tenants(), licensing(), webhooks(), connections()];
test.before(async () => {
  upstream = await startHostileUpstream();
  server = await startTestServer({ logger, plugins: plugins() });
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

export interface ConnectedTenant {
  id: string;
  slug: string;
  owner: Member;
  /** The owner's browser and tokens. */
  signedIn: SignedIn;
  token: string;
  /** Its verified domain. */
  domain: string;
  domainId: string;
}

let count = 0;

/** A verified domain of a tenant. */
export async function addDomain(
  tenantId: string,
  domain: string,
  status: 'VERIFIED' | 'PENDING' | 'LAPSED' = 'VERIFIED',
) {
  const { id } = await server.identity.db.domain.create({ data: { tenantId, domain, status, proof: 'proof' } });
  return id;
}

/** A tenant with a verified domain, whose owner has just signed in. */
export async function tenantWithDomain(): Promise<ConnectedTenant> {
  const tenant = await freshTenant(server);
  count += 1;
  const domain = `corp${count}.test`;
  const domainId = await addDomain(tenant.id, domain);
  const signedIn = await signIn(server.issuer, { email: tenant.owner.email });
  return { ...tenant, signedIn, token: signedIn.tokens.access_token, domain, domainId };
}

type Changes = Record<string, unknown>;

/** The path of a tenant's connections. */
export const pathOf = ({ id }: { id: string }, rest = '') => `/api/tenants/${id}/connections${rest}`;

export const connectionBody = ({ domainId }: { domainId: string }, changes: Changes = {}) => ({
  kind: 'OIDC',
  name: 'Corp Login',
  issuer: upstream.issuer,
  clientId: upstream.clientId,
  clientSecret: upstream.clientSecret,
  domains: [domainId],
  ...changes,
});

/** Adds a connection by the API, and returns its id. */
export async function addConnection(tenant: ConnectedTenant, changes: Changes = {}): Promise<string> {
  const { status, body } = await send(
    server.issuer,
    'POST',
    pathOf(tenant),
    tenant.token,
    connectionBody(tenant, changes),
  );
  if (status !== 201) throw new Error(`The connection was not created: ${status} ${JSON.stringify(body)}`);
  return String(body['id']);
}

/** Calls a route of one connection. */
export const act = (tenant: ConnectedTenant, id: string, action: string, method = 'POST', body?: unknown) =>
  send(server.issuer, method, pathOf(tenant, `/${id}${action}`), tenant.token, body);

/** Runs the test of a connection in the owner's browser. Returns the page at its end. */
export async function runTest(
  tenant: ConnectedTenant,
  id: string,
  claims: Claims = { sub: 'tester', email: `tester@${tenant.domain}` },
  forgery?: Forgery,
): Promise<Page> {
  const { body } = await act(tenant, id, '/test');
  const { browser } = tenant.signedIn;
  const gone = await browser.open(String(body['url']));
  return browser.open(await upstream.visit(gone.url, claims, forgery));
}

/** Adds, tests and activates a connection. */
export async function activeConnection(tenant: ConnectedTenant, changes: Changes = {}): Promise<string> {
  const id = await addConnection(tenant, changes);
  await runTest(tenant, id);
  const { status, body } = await act(tenant, id, '/activate');
  if (status !== 200) throw new Error(`The connection was not activated: ${status} ${JSON.stringify(body)}`);
  return id;
}

export type Claims = { sub: string; email?: string | undefined; [name: string]: unknown };

/** Enters an email on the sign-in page. */
export async function enterEmail(
  email: string,
  { browser = new TestBrowser(server.issuer), changes = {} as Record<string, string | undefined> } = {},
) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  const shown = await browser.open(request.url);
  const gone = await browser.submit(shown, { email });
  return { request, browser, shown, gone };
}

/** Signs in by the connection of the typed email's domain. */
export async function signInBy(
  claims: Claims,
  { typed = String(claims.email), forgery, browser }: { typed?: string; forgery?: Forgery; browser?: TestBrowser } = {},
) {
  const { request, browser: used, gone } = await enterEmail(typed, browser ? { browser } : {});
  const page = await used.open(await upstream.visit(gone.url, claims, forgery));
  return { request, browser: used, page };
}

/** Whether a browser has arrived at the client with a code. */
export const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');

/** The claims of the ID token at the end of a sign-in. */
export async function claimsOf({ request, page }: { request: Parameters<typeof exchange>[0]; page: Page }) {
  return (await exchange(request, page.url)).claims();
}

/** The newest attempt of a connection. */
export const lastAttempt = async (connectionId: string) =>
  server.identity.db.connectionAttempt.findFirst({ where: { connectionId }, orderBy: { id: 'desc' } });

export const linksOf = async (connectionId: string) =>
  server.identity.db.connectionLink.findMany({ where: { connectionId } });
