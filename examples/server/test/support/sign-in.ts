import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import * as client from 'openid-client';
import { demoData, demoPassword } from '../../src/demo-data.js';

export const callback = 'http://127.0.0.1:8765/callback';

/** The secret of a demo client. */
export function secretOf(clientId: string): string {
  const found = demoData.clients.find(({ id }) => id === clientId);
  if (!found || !('secret' in found)) throw new Error(`${clientId} has no secret.`);
  return found.secret;
}

/** Configures openid-client for a demo client from the server's discovery document. */
export async function configure(
  issuer: string,
  clientId: string,
  authentication?: client.ClientAuth,
): Promise<client.Configuration> {
  const method =
    authentication ?? (clientId === 'demo-spa' ? client.None() : client.ClientSecretBasic(secretOf(clientId)));
  return client.discovery(new URL(issuer), clientId, undefined, method, { execute: [client.allowInsecureRequests] });
}

export interface Request {
  config: client.Configuration;
  verifier: string;
  nonce: string;
  state: string;
  url: URL;
}

/** An authorization request with PKCE, nonce and state; parameters can be added, changed or (undefined) left out. */
export async function buildRequest(
  config: client.Configuration,
  changes: Record<string, string | undefined> = {},
): Promise<Request> {
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const state = client.randomState();
  const parameters: Record<string, string | undefined> = {
    redirect_uri: callback,
    scope: 'openid profile email offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { config, verifier, nonce, state, url: client.buildAuthorizationUrl(config, Object.fromEntries(given)) };
}

/** Fills in the sign-in page. */
export function enterPassword(browser: TestBrowser, page: Page, email: string, password = demoPassword): Promise<Page> {
  return browser.submit(page, { email, password });
}

/** Exchanges the code at the end of a sign-in, with every check of openid-client. */
export function exchange(request: Request, at: URL) {
  return client.authorizationCodeGrant(request.config, at, {
    pkceCodeVerifier: request.verifier,
    expectedNonce: request.nonce,
    expectedState: request.state,
  });
}

export interface SignedIn {
  browser: TestBrowser;
  config: client.Configuration;
  tokens: Awaited<ReturnType<typeof exchange>>;
  /** The request that got the tokens, so that a test can replay it. */
  codeRequest: Record<string, string>;
}

/** A complete sign-in: request, sign-in page, callback, tokens. */
export async function signIn(
  issuer: string,
  options: {
    clientId?: string;
    /** The configuration of a client that is not a demo client. */
    config?: client.Configuration;
    email?: string;
    changes?: Record<string, string | undefined>;
    browser?: TestBrowser;
    password?: string;
  } = {},
): Promise<SignedIn> {
  const { clientId = 'demo-web', email = 'owner@acme.test', browser = new TestBrowser(issuer) } = options;
  const config = options.config ?? (await configure(issuer, clientId));
  const request = await buildRequest(config, options.changes);
  const { origin } = new URL(issuer);
  let page = await browser.open(request.url);
  if (page.url.origin === origin) page = await enterPassword(browser, page, email, options.password);
  if (page.url.origin === origin)
    throw new Error(`The flow stopped at ${page.url.href} (${page.status}): ${page.html.slice(-600)}`);
  const codeRequest = {
    grant_type: 'authorization_code',
    code: page.url.searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: request.verifier,
  };
  return { browser, config, tokens: await exchange(request, page.url), codeRequest };
}

/** The own sign-in of a user whose email leads to a provider: the account page takes the password, and the session is theirs. */
export async function ownSignIn(
  issuer: string,
  { email, changes }: { email: string; changes?: Record<string, string> },
) {
  const browser = new TestBrowser(issuer);
  await enterPassword(browser, await browser.open('/account'), email);
  return signIn(issuer, { email, browser, ...(changes ? { changes } : {}) });
}

/** Calls a JSON endpoint with an access token. */
export async function call(
  issuer: string,
  path: string,
  token?: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${issuer}${path}`, {
    ...init,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.headers as Record<string, string> | undefined),
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
    headers: response.headers,
  };
}
