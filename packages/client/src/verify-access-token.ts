import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { IdentityClientError } from './identity-client-error.js';
import type { Settings } from './options.js';

/** What a verified access token contains. */
export interface AccessToken {
  /** The user; undefined for a machine. */
  readonly userId: string | undefined;
  readonly clientId: string;
  /** The client that acts for the user as an agent: with an exchanged token, or because the service says that it is one. */
  readonly agentId: string | undefined;
  readonly scopes: readonly string[];
  /** The tenant of the token. */
  readonly tenant:
    | { readonly id: string; readonly slug: string | undefined; readonly role: string | undefined }
    | undefined;
  readonly expiresAt: Date;
  readonly claims: Readonly<JWTPayload>;
}

export type VerifyAccessToken = (accessToken: string) => Promise<AccessToken>;

/** Verifies access tokens with the service's public keys. They are fetched once, and again when a token names an unknown key. */
export function createVerifier(settings: Settings): VerifyAccessToken {
  const verify = createBoundVerifier(settings);
  return async (accessToken) => {
    const token = await verify(accessToken);
    // A stolen token must not work here. Only a protected resource sees the request, and with it the proof.
    if (token.claims['cnf'] !== undefined) throw invalid('The access token is bound to a key.');
    return token;
  };
}

/** The same, also for tokens that are bound to a key: the caller of this function checks the proof. */
export function createBoundVerifier({ issuer, audience, fetch, timeoutMilliseconds }: Settings): VerifyAccessToken {
  const keys = createRemoteJWKSet(new URL(`${issuer}/api/oauth/jwks`), {
    [customFetch]: fetch,
    timeoutDuration: timeoutMilliseconds,
  });
  return async (accessToken) => {
    try {
      const { payload } = await jwtVerify(accessToken, keys, {
        issuer,
        audience,
        // An ID token has another type and usually another audience.
        typ: 'at+jwt',
        // The server signs with one of these; each key is published for one algorithm only.
        algorithms: ['RS256', 'ES256', 'EdDSA'],
        requiredClaims: ['sub', 'exp', 'jti', 'client_id'],
      });
      return toAccessToken(payload);
    } catch (cause) {
      if (isUnreachable(cause))
        throw new IdentityClientError('UNREACHABLE', 'The keys of the service could not be fetched.', { cause });
      throw invalid('The access token is not valid.', cause);
    }
  };
}

const invalid = (message: string, cause?: unknown) =>
  new IdentityClientError('UNAUTHORIZED', message, { status: 401, ...(cause === undefined ? {} : { cause }) });

/** Whether the keys could not be fetched, as opposed to an invalid token. */
function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof errors.JOSEError)) return true;
  return (
    cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid || cause.code === errors.JOSEError.code
  );
}

function toAccessToken(claims: JWTPayload): AccessToken {
  const { sub, exp = 0, client_id: clientId, scope, tenant_id: tenantId, act, agent } = claims;
  const text = (claim: unknown) => (typeof claim === 'string' ? claim : undefined);
  const id = text(tenantId);
  return {
    // The subject of a machine token is the client itself.
    userId: sub === clientId ? undefined : sub,
    clientId: String(clientId),
    // Whatever they contain: it must never be taken for the token of a user without an agent.
    agentId:
      act === undefined && agent === undefined
        ? undefined
        : (text((act as { sub?: unknown } | null | undefined)?.sub) ?? String(clientId)),
    scopes: text(scope)?.split(' ') ?? [],
    tenant: id ? { id, slug: text(claims['tenant_slug']), role: text(claims['tenant_role']) } : undefined,
    expiresAt: new Date(exp * 1000),
    claims,
  };
}
