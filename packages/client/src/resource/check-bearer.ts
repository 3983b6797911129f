import type { Identity, Refusal } from '../access.js';
import { IdentityClientError } from '../identity-client-error.js';
import type { VerifyAccessToken } from '../verify-access-token.js';
import { type Challenge, MissingScopes, refusalFor } from './challenge.js';

/** The caller; or the response to send. */
export type CheckedCaller =
  | { readonly identity: Identity; readonly refusal?: undefined }
  | { readonly identity?: undefined; readonly refusal: Refusal };

const maxHeaderLength = 16_384;

/** Checks the `Authorization` header of a request: a token of the service, for this resource, with all scopes. */
export async function checkBearer(
  authorization: string | undefined,
  verify: VerifyAccessToken,
  challenge: Challenge,
): Promise<CheckedCaller> {
  const accessToken = bearerOf(authorization);
  try {
    if (accessToken === undefined)
      throw new IdentityClientError('UNAUTHORIZED', 'Send an access token.', { status: 401 });
    const token = await verify(accessToken);
    requireScopes(token.scopes, challenge.scopes);
    return { identity: { ...token, accessToken } };
  } catch (error) {
    const refusal = refusalFor(error, accessToken !== undefined, challenge);
    if (refusal) return { refusal };
    throw error;
  }
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > maxHeaderLength) return undefined;
  return /^bearer ([\w.~+/-]+=*)$/iu.exec(authorization)?.[1];
}

function requireScopes(held: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((scope) => !held.includes(scope));
  if (missing.length > 0) throw new MissingScopes(`The access token lacks ${missing.join(', ')}.`);
}
