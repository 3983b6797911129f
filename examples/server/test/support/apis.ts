import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { buildRequest, configure, enterPassword, exchange, type Request, secretOf } from './sign-in.js';
import type { TestServer } from './test-server.js';

export interface TestApi {
  id: string;
  identifier: string;
  name: string;
}

/** Adds an API with the scopes `orders:read` and `orders:write`, unless the test says otherwise. */
export async function addApi(
  { identity: { db } }: TestServer,
  fields: {
    open?: boolean;
    name?: string;
    scopes?: Readonly<Record<string, string>>;
    clients?: Readonly<Record<string, string[]>>;
  } = {},
): Promise<TestApi> {
  const scopes = fields.scopes ?? { 'orders:read': 'See your orders', 'orders:write': 'Change your orders' };
  const { id, identifier, name } = await db.api.create({
    data: {
      identifier: `https://${randomUUID()}.test/orders`,
      name: fields.name ?? 'Orders',
      open: fields.open ?? false,
      scopes: { create: Object.entries(scopes).map(([scope, description]) => ({ name: scope, description })) },
      clients: {
        create: Object.entries(fields.clients ?? {}).map(([clientId, given]) => ({ clientId, scopes: given })),
      },
    },
  });
  return { id, identifier, name };
}

export interface ApiAsking {
  clientId?: string;
  email?: string;
  scope: string;
  /** The APIs of the authorization request. */
  resource?: string | readonly string[];
  /** The API of the token request. */
  tokenResource?: string;
  browser?: TestBrowser;
}

/** Begins an authorization request for an API: returns the consent page or the callback of the client. */
export async function askForApi(server: TestServer, asking: ApiAsking) {
  const { clientId = 'demo-web', email = 'owner@acme.test', scope, browser = new TestBrowser(server.issuer) } = asking;
  const secret = clientId.startsWith('demo-') ? undefined : client.ClientSecretBasic(secretOf('demo-partner'));
  const config = await configure(server.issuer, clientId, secret);
  const isOpenId = scope.split(' ').includes('openid');
  const request = await buildRequest(config, { scope, ...(isOpenId ? {} : { nonce: undefined }) });
  for (const each of [asking.resource ?? []].flat()) request.url.searchParams.append('resource', each);
  let page = await browser.open(request.url);
  if (page.html.includes('name="email"')) page = await enterPassword(browser, page, email);
  return { config, request, browser, page };
}

/** The code at the callback for tokens, for the API that the token request names. */
export function exchangeFor(request: Request, at: URL, resource?: string) {
  if (resource === undefined && request.url.searchParams.get('scope')?.split(' ').includes('openid'))
    return exchange(request, at);
  const isOpenId = request.url.searchParams.get('scope')?.split(' ').includes('openid') === true;
  return client.authorizationCodeGrant(
    request.config,
    at,
    {
      pkceCodeVerifier: request.verifier,
      expectedState: request.state,
      ...(isOpenId ? { expectedNonce: request.nonce } : {}),
    },
    resource === undefined ? {} : { resource },
  );
}

/** Signs in, allows what a third-party client asks for, and gets tokens for an API. */
export async function apiTokens(server: TestServer, asking: ApiAsking) {
  const { config, request, browser, page } = await askForApi(server, asking);
  const isConsent = page.url.origin === new URL(server.issuer).origin;
  const end = isConsent ? await browser.submit(page, {}) : page;
  const tokens = await exchangeFor(request, end.url, asking.tokenResource);
  return { config, browser, tokens, asked: isConsent, claims: decodeJwt(tokens.access_token) };
}

/** The error code of the response to a request of openid-client, or `none`. */
export async function oauthError(request: Promise<unknown>): Promise<string> {
  try {
    await request;
  } catch (error) {
    if (error instanceof client.ResponseBodyError) return error.error;
    throw error;
  }
  return 'none';
}
