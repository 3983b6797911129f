import type { Origin } from '@org/identity-core';
import { consentSql, givenIn, type Pool, run, statement } from '@org/identity-prisma';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { requestedApiScopes } from './resources.js';

/** What a user has allowed a client so far: our own scopes, and the scopes of each API of others. */
export interface UserConsent {
  readonly scopes: readonly string[];
  readonly ofApis: ReadonlyMap<string, readonly string[]>;
}

const StoredApiScopes = z.record(z.string(), z.array(z.string()));

const findThere = statement(
  'consent_there',
  `SELECT consent.scopes, consent.api_scopes AS "apiScopes"
   FROM ${consentSql({ user: '$1::uuid', client: '$2', givenIn: '$3::text' })} consent`,
);

/** Reads what a user has allowed a client so far, as far as it counts in a tenant and in sessions of an origin. */
export async function findConsent(
  pool: Pool,
  { userId, clientId, origin, tenantId }: ConsentKey,
): Promise<UserConsent> {
  const values = [userId, clientId, givenIn(origin, tenantId)];
  const [found] = (await run<{ scopes: string[]; apiScopes: unknown }>(pool, findThere, values)).rows;
  if (!found) return { scopes: [], ofApis: new Map() };
  return { scopes: found.scopes, ofApis: new Map(Object.entries(StoredApiScopes.parse(found.apiScopes))) };
}

export interface ConsentKey {
  readonly userId: string;
  readonly clientId: string;
  readonly origin: Origin;
  readonly tenantId: string | null | undefined;
}

const missing = new WeakMap<KoaContextWithOIDC['oidc'], readonly string[]>();

/**
 * The APIs of a request, and their scopes, that its user has not allowed the client yet. The loader of the grant knows them;
 * before that, all are missing.
 */
export function missingOfApis(ctx: KoaContextWithOIDC): readonly string[] {
  return missing.get(ctx.oidc) ?? [...requestedApiScopes(ctx).keys()];
}

/**
 * Returns the scopes of APIs that a grant has from now on: the requested ones and those it had, as far as they are allowed.
 * Without a consent, all are: the client is first-party.
 */
export function apiScopesOfGrant(
  ctx: KoaContextWithOIDC,
  granted: Grant['resources'],
  consent: UserConsent | undefined,
): Record<string, string> {
  const requested = requestedApiScopes(ctx);
  const isAllowed = (api: string, scope: string) => !consent || consent.ofApis.get(api)?.includes(scope) === true;
  missing.set(
    ctx.oidc,
    [...requested].flatMap(([api, scopes]) => [
      ...(!consent || consent.ofApis.has(api) ? [] : [api]),
      ...scopes.filter((scope) => !isAllowed(api, scope)),
    ]),
  );
  const merged = new Map(Object.entries(granted ?? {}).map(([api, scope]) => [api, scope.split(' ')]));
  for (const [api, scopes] of requested) merged.set(api, [...new Set([...(merged.get(api) ?? []), ...scopes])]);
  const allowed = [...merged].map(([api, scopes]) => [api, scopes.filter((scope) => isAllowed(api, scope)).join(' ')]);
  return Object.fromEntries(allowed.filter(([, scope]) => scope !== ''));
}
