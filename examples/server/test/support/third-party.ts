import { randomUUID } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import * as client from 'openid-client';
import { buildRequest, configure, enterPassword, exchange, type Request, secretOf } from './sign-in.js';
import type { TestServer } from './test-server.js';

export const oidcScopes = ['openid', 'profile', 'email', 'offline_access'];

/** Adds a client, third-party unless the test says otherwise. Its secret is that of demo-partner. */
export async function addClient(
  { identity: { db } }: TestServer,
  fields: { scopes?: string[]; applicationId?: string; firstParty?: boolean } = {},
): Promise<string> {
  const id = `partner-${randomUUID()}`;
  const { redirectUris } = await db.client.findUniqueOrThrow({ where: { id: 'demo-partner' } });
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-partner' } });
  await db.client.create({
    data: {
      id,
      name: 'Third Party',
      type: 'CONFIDENTIAL',
      redirectUris,
      scopes: [...oidcScopes, ...(fields.scopes ?? [])],
      applicationId: fields.applicationId ?? null,
      firstParty: fields.firstParty ?? false,
      secrets: { create: { hash } },
    },
  });
  return id;
}

export interface AuthorizationInput {
  clientId?: string;
  email: string;
  scope: string;
  tenant?: string;
  browser?: TestBrowser;
  prompt?: string;
}

export interface Authorization {
  request: Request;
  browser: TestBrowser;
  /** The consent page, or the callback of the client. */
  page: Page;
}

/** Signs in with a client, up to the consent page or, if there is none, to the callback. */
export async function startAuthorization(server: TestServer, asking: AuthorizationInput): Promise<Authorization> {
  const { clientId = 'demo-partner', email, scope, tenant, prompt, browser = new TestBrowser(server.issuer) } = asking;
  const authentication = clientId.startsWith('demo-') ? undefined : client.ClientSecretBasic(secretOf('demo-partner'));
  const config = await configure(server.issuer, clientId, authentication);
  const changes = { scope, ...(tenant ? { tenant } : {}), ...(prompt ? { prompt } : {}) };
  // Without `openid` there is no ID token, so there is no nonce.
  const request = await buildRequest(
    config,
    scope.split(' ').includes('openid') ? changes : { ...changes, nonce: undefined },
  );
  let page = await browser.open(request.url);
  // The page may ask for the email first; it takes both at once.
  if (page.html.includes('name="email"')) page = await enterPassword(browser, page, email);
  return { request, browser, page };
}

/** Signs in and allows everything that the client requests. */
export async function allowAll(server: TestServer, asking: AuthorizationInput) {
  const { request, browser, page } = await startAuthorization(server, asking);
  const isConsent = page.url.origin === new URL(server.issuer).origin;
  const end = isConsent ? await browser.submit(page, {}) : page;
  return { tokens: await exchange(request, end.url), browser, asked: isConsent, config: request.config };
}

/** An access token with exactly these scopes. */
export async function allowedToken(server: TestServer, asking: AuthorizationInput): Promise<string> {
  return (await allowAll(server, asking)).tokens.access_token;
}
