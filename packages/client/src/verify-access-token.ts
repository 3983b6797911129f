import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { IdentityClientError } from './identity-client-error.js';
import type { Settings } from './options.js';

/** What an access token says, once it is verified. */
export interface AccessToken {
  /** The person, or nothing for a machine. */
  readonly userId: string | undefined;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The tenant the token is for. */
  readonly tenant:
    | { readonly id: string; readonly slug: string | undefined; readonly role: string | undefined }
    | undefined;
  readonly expiresAt: Date;
  readonly claims: Readonly<JWTPayload>;
}

export type VerifyAccessToken = (accessToken: string) => Promise<AccessToken>;

/** Verifies access tokens of the service by its published keys, which are fetched once and again when a new one is met. */
export function createVerifier({ issuer, audience, fetch, timeoutMilliseconds }: Settings): VerifyAccessToken {
  const keys = createRemoteJWKSet(new URL(`${issuer}/api/oauth/jwks`), {
    [customFetch]: fetch,
    timeoutDuration: timeoutMilliseconds,
  });
  return async (accessToken) => {
    try {
      const { payload } = await jwtVerify(accessToken, keys, {
        issuer,
        audience,
        // An ID token has neither this type nor, as a rule, this audience.
        typ: 'at+jwt',
        // Whichever the server was told to sign with; each key is published for one of them only.
        algorithms: ['RS256', 'ES256', 'EdDSA'],
        requiredClaims: ['sub', 'exp', 'jti', 'client_id'],
      });
      return toAccessToken(payload);
    } catch (cause) {
      if (isUnreachable(cause))
        throw new IdentityClientError('UNREACHABLE', 'The keys of the service could not be fetched.', { cause });
      throw new IdentityClientError('UNAUTHORIZED', 'The access token is not valid.', { status: 401, cause });
    }
  };
}

/** Whether it was the keys that were missing, not the token that was wrong. */
function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof errors.JOSEError)) return true;
  return (
    cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid || cause.code === errors.JOSEError.code
  );
}

function toAccessToken(claims: JWTPayload): AccessToken {
  const { sub, exp = 0, client_id: clientId, scope, tenant_id: tenantId } = claims;
  const text = (claim: unknown) => (typeof claim === 'string' ? claim : undefined);
  const id = text(tenantId);
  return {
    // A machine speaks for itself.
    userId: sub === clientId ? undefined : sub,
    clientId: String(clientId),
    scopes: text(scope)?.split(' ') ?? [],
    tenant: id ? { id, slug: text(claims['tenant_slug']), role: text(claims['tenant_role']) } : undefined,
    expiresAt: new Date(exp * 1000),
    claims,
  };
}
