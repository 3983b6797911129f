import * as client from 'openid-client';
import { send } from './tenant-api.js';
import type { TestServer } from './test-server.js';
import { type AuthorizationInput, allowAll } from './third-party.js';

export type Connected = Awaited<ReturnType<typeof allowAll>>;

const allScopes = 'openid profile email offline_access';

/** Signs a user in with a third-party client and allows everything. */
export const connect = (server: TestServer, asking: Omit<AuthorizationInput, 'scope'> & { scope?: string }) =>
  allowAll(server, { scope: allScopes, ...asking });

/** Whether what a client got still works: its access token at the API and at userinfo, introspection, its refresh token. */
export async function works({ issuer }: TestServer, { config, tokens }: Connected) {
  const api = await send(issuer, 'GET', '/api/users/me', tokens.access_token);
  const userinfo = await send(issuer, 'GET', '/api/oauth/userinfo', tokens.access_token);
  const { active } = await client.tokenIntrospection(config, tokens.access_token);
  const refreshed = await refresh({ config, tokens });
  return { api: api.status, userinfo: userinfo.status, active, refresh: refreshed };
}

/** Uses the refresh token: `ok`, or the error of the response. */
export function refresh({ config, tokens }: Pick<Connected, 'config' | 'tokens'>): Promise<string> {
  return client.refreshTokenGrant(config, tokens.refresh_token ?? '').then(
    () => 'ok',
    (error: client.ResponseBodyError) => error.error,
  );
}

export const alive = { api: 200, userinfo: 200, active: true, refresh: 'ok' };
export const dead = { api: 401, userinfo: 401, active: false, refresh: 'invalid_grant' };

/** The events of a type about a client, newest last. */
export async function eventsAbout({ identity: { db } }: TestServer, type: string, subjectId: string) {
  return db.event.findMany({ where: { type, subjectId }, orderBy: { id: 'asc' } });
}
