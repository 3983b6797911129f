import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt, type JWTPayload } from 'jose';
import { startEventServer } from './event-tests.js';
import { crm } from './licensing-api.js';
import { call, secretOf, signIn } from './sign-in.js';
import type { TestServer } from './test-server.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
test.before(async () => {
  server = await startEventServer({ tokenExchange: true, lifetimes: { accessToken: 900 } });
});
test.after.always(() => server?.stop());

export const exchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const accessType = 'urn:ietf:params:oauth:token-type:access_token';
export const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';

interface AgentOptions {
  firstParty?: boolean;
  type?: 'CONFIDENTIAL' | 'MACHINE' | 'SPA';
  tokenExchange?: boolean;
  tenantId?: string | null;
  scopes?: string[];
  application?: boolean;
}

/** Adds a client that may exchange tokens, with the secret of demo-web. */
export async function addAgent(options: AgentOptions = {}): Promise<string> {
  const {
    firstParty = true,
    type = 'CONFIDENTIAL',
    tokenExchange = true,
    tenantId = null,
    application = true,
  } = options;
  const { db } = server.identity;
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-web' } });
  const id = `agent-${randomUUID()}`;
  await db.client.create({
    data: {
      id,
      name: `Agent ${id.slice(-4)}`,
      type,
      firstParty,
      tokenExchange,
      tenantId,
      applicationId: application ? crm : null,
      redirectUris: ['https://agent.example/callback'],
      scopes: options.scopes ?? ['openid', 'profile', 'email'],
      secrets: { create: { hash } },
    },
  });
  return id;
}

export interface Exchanged {
  status: number;
  body: Record<string, unknown>;
  token: string;
  claims: JWTPayload & { act?: Act; tid?: string };
}
export interface Act {
  sub: string;
  act?: Act;
}

const basic = (clientId: string) => `Basic ${Buffer.from(`${clientId}:${secretOf('demo-web')}`).toString('base64')}`;

/** Sends a form to an endpoint as a client. */
export async function post(path: string, clientId: string, fields: Record<string, string> | [string, string][]) {
  const response = await fetch(`${server.issuer}${path}`, {
    method: 'POST',
    headers: { authorization: basic(clientId) },
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
}

/** Exchanges a token as a client. Fields can be added, changed or (undefined) left out. */
export async function exchange(
  clientId: string,
  subjectToken: string,
  changes: Record<string, string | undefined> = {},
): Promise<Exchanged> {
  const fields: Record<string, string | undefined> = {
    grant_type: exchangeType,
    subject_token: subjectToken,
    subject_token_type: accessType,
    ...changes,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { status, body } = await post('/api/oauth/token', clientId, given);
  const token = typeof body['access_token'] === 'string' ? body['access_token'] : '';
  return { status, body, token, claims: token ? decodeJwt(token) : {} };
}

/** The OAuth error of a refused exchange. */
export const errorOf = ({ status, body }: Pick<Exchanged, 'status' | 'body'>) => [status, body['error']];

/** Signs a user in with demo-web, for a tenant. */
export async function subject(email = 'member@acme.test', tenant = 'acme') {
  const browser = new TestBrowser(server.issuer);
  const { tokens, config } = await signIn(server.issuer, { email, browser, changes: { tenant } });
  return { browser, config, tokens, token: tokens.access_token };
}

/** Whether a token works: at userinfo, at introspection by its own client, and at our JSON API. All of them must agree. */
export async function works(token: string): Promise<boolean> {
  const clientId = String(decodeJwt(token)['client_id']);
  const userinfo = (await call(server.issuer, '/api/oauth/userinfo', token)).status === 200;
  const { body } = await post('/api/oauth/introspect', clientId, { token });
  const check = await call(server.issuer, `/api/integration/licenses/check?applicationId=${crm}`, token);
  const answers = [userinfo, body['active'] === true, check.status === 200];
  if (new Set(answers).size > 1) throw new Error(`They do not agree: ${answers.join(', ')} (${check.status})`);
  return userinfo;
}
