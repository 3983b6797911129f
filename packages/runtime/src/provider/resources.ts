import { findApiAccess } from '@org/identity-prisma';
import { decodeJwt } from 'jose';
import type { Client, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import type { Pool } from 'pg';
import { errors } from './oidc-provider.js';
import { whereGranted } from './where-granted.js';

/** As long as the identifier of an API can be. */
const maxLength = 500;
/** Each one costs a statement. */
const maxResources = 5;

/** What of a code or refresh token decides about the API of a new token. */
interface GrantSource {
  resource?: string | string[] | undefined;
  scopes: ReadonlySet<string>;
}

export type Resources = ReturnType<typeof resources>;

// Requests whose `resource` names this service itself.
const forOurselves = new WeakSet<object>();

/**
 * The APIs of others at the authorization and the token endpoint (RFC 8707). `ours` are the names of this service: with one of
 * them, and without `resource`, a request is handled as if there were no APIs. One token is for one API.
 */
export function resources({ pool, ours }: { pool: Pool; ours: readonly [string, ...string[]] }) {
  const isOurs = (resource: unknown) => typeof resource === 'string' && ours.includes(resource);

  return {
    /** Finds the scopes that the client may have now; at the token endpoint only those that the user has allowed. */
    async find({ oidc }: KoaContextWithOIDC, identifier: string, client: Client): Promise<ResourceServer> {
      // `ofAuthorization` removes it again.
      if (isOurs(identifier)) return serverOf(identifier, []);
      if (identifier.length > maxLength || listed(oidc.params?.['resource']).length > maxResources) throw unknown();
      const scopes = await findApiAccess(pool, { identifier, clientId: client.clientId, ...userOf(oidc) });
      if (!scopes) throw unknown();
      return serverOf(identifier, scopes);
    },

    /** Removes our own names from an authorization request, after oidc-provider has checked the others. */
    ofAuthorization({ oidc }: KoaContextWithOIDC): void {
      for (const own of ours) delete oidc.resourceServers?.[own];
      const [first, ...others] = Object.keys(oidc.resourceServers ?? {});
      if (oidc.params) oidc.params['resource'] = first !== undefined && others.length > 0 ? [first, ...others] : first;
    },

    /** Removes our own names from a token request, and refuses one that names more than one API. */
    ofToken(ctx: KoaContextWithOIDC): void {
      const { params } = ctx.oidc;
      const named = listed(params?.['resource']);
      if (!params || named.length === 0) return;
      if (named.every(isOurs)) {
        params['resource'] = undefined;
        forOurselves.add(ctx);
      } else if (named.length > 1) throw new errors.InvalidTarget('a token is for one resource only');
    },

    /** A token request without `resource` gets a token for the API of its code or refresh token. Was: one for userinfo. */
    useGranted(ctx: KoaContextWithOIDC, source: GrantSource): boolean {
      if (!forOurselves.has(ctx)) return true;
      // oidc-provider would issue a token for the API instead.
      const scopes = ctx.oidc.params?.['scope'] ? ctx.oidc.requestParamScopes : source.scopes;
      if (!scopes.has('openid')) throw new errors.InvalidTarget('a token for this service needs the scope openid');
      return false;
    },

    /** Of several APIs, a refresh without `resource` chooses the one of the first token; see `keepFirst`. */
    chooseOne(ctx: KoaContextWithOIDC, granted: readonly string[]): string | readonly string[] | undefined {
      if (!ctx.oidc.entities.RefreshToken) return granted;
      return isOurs(granted[0]) ? undefined : granted[0];
    },

    /**
     * Refuses to send a stored response again to a request for another API: the client would believe that its token is for
     * the API that it named.
     */
    checkRepeated(ctx: KoaContextWithOIDC, source: Pick<GrantSource, 'resource'>, accessToken: string): void {
      const [named] = listed(ctx.oidc.params?.['resource']);
      const [granted] = [source.resource].flat();
      const wanted = forOurselves.has(ctx) ? ours[0] : (named ?? granted ?? ours[0]);
      if (decodeJwt(accessToken).aud !== wanted)
        throw new errors.InvalidTarget('the refresh token was used a moment ago, for another resource');
    },

    /** Puts the API of the first token to the front of the list that the refresh token stores. */
    keepFirst(ctx: KoaContextWithOIDC, source: GrantSource): void {
      if (source.resource === undefined) return;
      // The published types do not include the audience.
      const token = ctx.oidc.entities.AccessToken as { aud?: string } | undefined;
      const first = token?.aud ?? ours[0];
      const others = [source.resource].flat().filter((resource) => resource !== first);
      source.resource = others.length > 0 ? [first, ...others] : first;
    },
  };
}

/** The scopes of the requested APIs that an authorization request asks for, by the identifier of the API. */
export function requestedApiScopes({ oidc }: KoaContextWithOIDC): Map<string, string[]> {
  const requested = [...oidc.requestParamScopes];
  const servers = Object.entries(oidc.resourceServers ?? {});
  return new Map(
    servers.map(([identifier, { scopes }]) => [identifier, requested.filter((scope) => scopes.has(scope))]),
  );
}

/** Only a machine gets a token without a user. Before the token endpoint, the user may not be known, or not asked yet. */
function userOf({ route, params, account, entities }: KoaContextWithOIDC['oidc']) {
  if (route !== 'token' || params?.['grant_type'] === 'client_credentials') return { userId: null, givenIn: null };
  const { Grant: grant } = entities;
  if (!account || !grant) throw new errors.InvalidGrant('the user of the grant is not known');
  return { userId: account.accountId, givenIn: whereGranted(grant) };
}

const listed = (resource: unknown): unknown[] => [resource].flat().filter((value) => value !== undefined);

// Stored like every token of ours: `opaque` here, and a JWT for the client.
const serverOf = (audience: string, scopes: readonly string[]): ResourceServer => ({
  audience,
  scope: scopes.join(' '),
  accessTokenFormat: 'opaque',
});

/** The same error for an API that does not exist and for one that the client may not ask for. */
const unknown = () =>
  new errors.InvalidTarget('resource must name this service, an API of this client, or be left out');
