import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import * as client from 'openid-client';
import { addApi } from './apis.js';
import { recordRequests } from './counted-requests.js';
import { crm, licensedTenant, pro } from './licensing-api.js';
import { buildRequest, configure, enterPassword, exchange } from './sign-in.js';
import { addMember, send, tokenOf } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

export interface StatementCount {
  readonly request: string;
  /** `BEGIN` and `COMMIT` count. */
  readonly statements: number;
  readonly roundTrips: number;
}

interface Counter {
  readonly server: TestServer;
  /** Counts the requests that an action makes, in this order; undefined for one that is not shown. */
  count<Result>(names: readonly (string | undefined)[], action: () => Promise<Result>): Promise<Result>;
}

/** Serves one request of each kind on a new server, and counts its statements. */
export async function countStatements(): Promise<readonly StatementCount[]> {
  const recorder = recordRequests();
  const server = await startTestServer();
  const counts: StatementCount[] = [];
  const counter: Counter = {
    server,
    async count(names, action) {
      const { result, requests } = await recorder.during(action);
      assert.equal(requests.length, names.length, JSON.stringify(requests));
      for (const [index, request] of names.entries()) {
        const { statements = [], roundTrips = 0 } = requests[index] ?? {};
        if (request) counts.push({ request, statements: statements.length, roundTrips });
      }
      return result;
    },
  };
  try {
    await countPublic(counter);
    await countTokens(counter);
    await countApi(counter);
    return counts;
  } finally {
    await server.stop();
    recorder.stop();
  }
}

async function countPublic({ server: { issuer }, count }: Counter): Promise<void> {
  await count(['discovery'], () => send(issuer, 'GET', '/.well-known/openid-configuration', undefined));
  await count(['the key set'], () => send(issuer, 'GET', '/api/oauth/jwks', undefined));
  await count(['a JSON endpoint, with a token that does not verify'], () =>
    send(issuer, 'GET', '/api/users/me', 'no.such.token'),
  );
}

async function countTokens({ server, count }: Counter): Promise<void> {
  const { issuer } = server;
  const { slug, owner } = await licensedTenant(server, 1);
  const config = await configure(issuer, 'demo-web');
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(config, { tenant: slug });
  const page = await count(['an authorization request that leads to the sign-in page', 'the sign-in page'], () =>
    browser.open(request.url),
  );
  const { url } = await count(['the right password', 'then the redirect to the client, with a code'], () =>
    enterPassword(browser, page, owner.email),
  );
  const first = await count(['a code for tokens'], () => exchange(request, url));
  const again = await buildRequest(config, { tenant: slug });
  await count(['an authorization request in a session, answered with a code'], () => browser.open(again.url));
  const tokens = await count(['a refresh token for tokens'], () =>
    client.refreshTokenGrant(config, String(first.refresh_token)),
  );
  const machine = await configure(issuer, 'demo-machine');
  const { access_token: ofMachine } = await count(['client credentials'], () => client.clientCredentialsGrant(machine));
  const subject = String(first.claims()?.sub);
  await count(['userinfo'], () => client.fetchUserInfo(config, tokens.access_token, subject));
  const introspect = (from: client.Configuration, token: string) => () => client.tokenIntrospection(from, token);
  await count(['introspection of an access token'], introspect(config, tokens.access_token));
  await count(['introspection of a refresh token'], introspect(config, String(tokens.refresh_token)));
  await count(['introspection of a machine token'], introspect(machine, ofMachine));
  const last = await countTokensOfApi({ server, count }, { config, machine, browser, slug });
  const logout = client.buildEndSessionUrl(config, {
    id_token_hint: String(last.id_token),
    post_logout_redirect_uri: 'http://127.0.0.1:8765/',
  });
  await count(['logout with an ID token'], () => browser.open(logout));
}

/** The same for a token with `resource`: one statement more, which reads the API and the rights of the client. */
async function countTokensOfApi(
  { server, count }: Counter,
  {
    config,
    machine,
    browser,
    slug,
  }: Record<'config' | 'machine', client.Configuration> & {
    browser: TestBrowser;
    slug: string;
  },
) {
  const scopes = ['orders:read'];
  const { identifier: resource } = await addApi(server, { clients: { 'demo-web': scopes, 'demo-machine': scopes } });
  const request = await buildRequest(config, { tenant: slug, resource, scope: 'openid offline_access orders:read' });
  const asked = 'an authorization request for an API in a session, answered with a code';
  const { url } = await count([asked], () => browser.open(request.url));
  const first = await count(['a code for tokens of an API'], () => exchange(request, url));
  const tokens = await count(['a refresh token for tokens of an API'], () =>
    client.refreshTokenGrant(config, String(first.refresh_token)),
  );
  await count(['client credentials for an API'], () => client.clientCredentialsGrant(machine, { resource }));
  const introspect = () => client.tokenIntrospection(config, tokens.access_token);
  await count(['introspection of an access token of an API'], introspect);
  return tokens;
}

async function countApi({ server, count }: Counter): Promise<void> {
  const { issuer, mailbox } = server;
  const { id, slug, owner } = await licensedTenant(server, 2);
  const member = await addMember(server, id, 'member');
  const token = await tokenOf(issuer, owner.email, slug);
  const api = (method: string, path: string, body?: unknown, name = `\`${method} ${path.replaceAll(id, ':id')}\``) =>
    count([name], async () => {
      const response = await send(issuer, method, path, token, body);
      assert.ok(response.status < 300, JSON.stringify(response));
      return response.body;
    });
  await api('GET', '/api/users/me');
  await api('PATCH', '/api/users/me', { displayName: 'Another name' });
  await api('GET', '/api/users/me/sessions');
  await api('DELETE', '/api/users/me/sessions');

  await api('GET', '/api/tenants');
  await api('GET', `/api/tenants/${id}`);
  await api('PATCH', `/api/tenants/${id}`, { name: 'Another name' });
  const { id: made } = await api('POST', '/api/tenants', { name: 'New' });
  await api('DELETE', `/api/tenants/${made}`, undefined, '`DELETE /api/tenants/:id`');
  await api('GET', `/api/tenants/${id}/members`);
  await api('GET', `/api/tenants/${id}/invitations`);
  await api('GET', `/api/tenants/${id}/events`);

  const licenses = '/api/integration/licenses';
  const named = { applicationId: crm, userId: member.userId };
  await api('POST', `${licenses}/grant`, { ...named, licenseTypeId: pro });
  const query = new URLSearchParams(named).toString();
  await api('GET', `${licenses}/check?${query}`, undefined, `\`GET ${licenses}/check\``);
  await api('POST', `${licenses}/check`, named, `\`POST ${licenses}/check\` with a JSON body`);
  await api('POST', `${licenses}/revoke`, named);

  const membership = `/api/tenants/${id}/members/${member.membershipId}`;
  await api('PATCH', membership, { status: 'SUSPENDED' }, '`PATCH /api/tenants/:id/members/:membershipId`, suspending');
  await api('DELETE', membership, undefined, '`DELETE /api/tenants/:id/members/:membershipId`');

  const email = `${randomUUID()}@people.test`;
  await api('POST', `/api/tenants/${id}/invitations`, { email });
  const secret = await mailbox.invitationSecret(email);
  await count(['the page of an invitation'], () => new TestBrowser(issuer).open(`/invitations/${secret}`));
  const accept = `/api/invitations/${secret}/accept`;
  const account = { password: 'violet harbor engine 77', displayName: 'Somebody New' };
  await count(['`POST /api/invitations/:token/accept`, by a new user'], async () => {
    const { status } = await send(issuer, 'POST', accept, undefined, account);
    assert.ok(status < 300, String(status));
  });
}
