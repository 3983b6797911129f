import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import * as client from 'openid-client';
import { buildRequest, enterPassword, exchange, type Request } from './sign-in.js';
import type { TestServer } from './test-server.js';

/** A web server of somebody else, with documents that describe clients. */
export interface DocumentServer {
  origin: string;
  /** The paths that were requested, in order. */
  reads: string[];
  /** Puts a document at a path, and returns the client id. Members can be changed, or (undefined) left out. */
  publish(path: string, members?: Record<string, unknown>, headers?: Record<string, string>): string;
  /** Lets a path respond in any other way. Returns the client id. */
  respond(path: string, listener: RequestListener): string;
  remove(path: string): void;
  stop(): Promise<void>;
}

/** Starts the server. The paths below `/any/` have a document each. */
export async function startDocumentServer(): Promise<DocumentServer> {
  const listeners = new Map<string, RequestListener>();
  const reads: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    reads.push(path);
    const found =
      listeners.get(path) ?? (path.startsWith('/any/') ? jsonListener(documentOf(origin + path)) : undefined);
    if (found) found(request, response);
    else response.writeHead(404).end();
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const respond = (path: string, listener: RequestListener) => {
    listeners.set(path, listener);
    return origin + path;
  };
  return {
    origin,
    reads,
    publish: (path, members = {}, headers = {}) =>
      respond(path, jsonListener({ ...documentOf(origin + path), ...members }, headers)),
    respond,
    remove: (path) => void listeners.delete(path),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The document of an agent on the user's own machine, as several real ones have it: without `application_type`. */
export const documentOf = (clientId: string) => ({
  client_id: clientId,
  client_name: 'Helpful Agent',
  redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});

const jsonListener =
  (body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const agentCallback = 'http://127.0.0.1:51234/callback';

/** Configures openid-client for a client without a secret. */
export function configureAgent(issuer: string, clientId: string): Promise<client.Configuration> {
  const execute = [client.allowInsecureRequests];
  return client.discovery(new URL(issuer), clientId, undefined, client.None(), { execute });
}

export interface AgentSignIn {
  request: Request;
  browser: TestBrowser;
  /** The consent page, the callback, or an error page. */
  page: Page;
}

/** Begins a sign-in with an agent, up to its consent page. A browser that is given may be signed in already. */
export async function startAgent(
  { issuer }: TestServer,
  clientId: string,
  { browser = new TestBrowser(issuer), email = 'owner@acme.test', ...changes }: AgentInput = {},
): Promise<AgentSignIn> {
  const request = await agentRequest(issuer, clientId, changes);
  let page = await browser.open(request.url);
  if (page.html.includes('name="password"')) page = await enterPassword(browser, page, email);
  return { request, browser, page };
}

export interface AgentInput {
  browser?: TestBrowser;
  email?: string;
  redirect_uri?: string;
  scope?: string;
}

/** An authorization request as agents send it: without a nonce. */
export async function agentRequest(issuer: string, clientId: string, changes: Record<string, string> = {}) {
  const config = await configureAgent(issuer, clientId);
  return buildRequest(config, {
    redirect_uri: agentCallback,
    scope: 'openid offline_access',
    nonce: undefined,
    ...changes,
  });
}

/** A complete sign-in with an agent: everything is allowed that it requests. */
export async function connectAgent(server: TestServer, clientId: string, input: AgentInput = {}) {
  const { request, browser, page } = await startAgent(server, clientId, input);
  const isConsent = page.url.origin === new URL(server.issuer).origin;
  const end = isConsent ? await browser.submit(page, {}) : page;
  return { request, browser, asked: isConsent, tokens: await exchangeOf(request, end), end };
}

/** Exchanges the code of an agent's sign-in. Agents that send no nonce expect none. */
export function exchangeOf(request: Request, { url }: Page) {
  return exchange({ ...request, nonce: undefined as unknown as string }, url);
}

/** Lets the copy of a document be old, by this many hours. */
export async function ageDocument({ identity: { db } }: TestServer, clientId: string, hours = 1): Promise<void> {
  const at = new Date(Date.now() - hours * 60 * 60 * 1000);
  await db.client.update({ where: { id: clientId }, data: { metadataReadAt: at, metadataUntil: at } });
}
