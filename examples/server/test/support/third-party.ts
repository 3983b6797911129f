import { randomUUID } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import * as client from 'openid-client';
import { buildRequest, configure, enterPassword, exchange, type Request, secretOf } from './sign-in.js';
import type { TestServer } from './test-server.js';

export const oidcScopes = ['openid', 'profile', 'email', 'offline_access'];

/** A client of its own for a test; third-party unless told otherwise. Its secret is that of demo-partner. */
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

export interface Asking {
  clientId?: string;
  email: string;
  scope: string;
  tenant?: string;
  browser?: TestBrowser;
  prompt?: string;
}

export interface Asked {
  request: Request;
  browser: TestBrowser;
  /** The consent page, or the callback of the client. */
  page: Page;
}

/** Signs in with a client, up to the consent page or, where nobody is asked, to the callback. */
export async function ask(server: TestServer, asking: Asking): Promise<Asked> {
  const { clientId = 'demo-partner', email, scope, tenant, prompt, browser = new TestBrowser(server.issuer) } = asking;
  const authentication = clientId.startsWith('demo-') ? undefined : client.ClientSecretBasic(secretOf('demo-partner'));
  const config = await configure(server.issuer, clientId, authentication);
  const changes = { scope, ...(tenant ? { tenant } : {}), ...(prompt ? { prompt } : {}) };
  // Without `openid` there is no ID token for a nonce to be in.
  const request = await buildRequest(
    config,
    scope.split(' ').includes('openid') ? changes : { ...changes, nonce: undefined },
  );
  let page = await browser.open(request.url);
  if (page.html.includes('name="password"')) page = await enterPassword(browser, page, email);
  return { request, browser, page };
}

/** The same to the end: whatever the client asks for is allowed. */
export async function allowAll(server: TestServer, asking: Asking) {
  const { request, browser, page } = await ask(server, asking);
  const isConsent = page.url.origin === new URL(server.issuer).origin;
  const end = isConsent ? await browser.submit(page, {}) : page;
  return { tokens: await exchange(request, end.url), browser, asked: isConsent, config: request.config };
}

/** An access token with exactly these scopes. */
export async function allowedToken(server: TestServer, asking: Asking): Promise<string> {
  return (await allowAll(server, asking)).tokens.access_token;
}
