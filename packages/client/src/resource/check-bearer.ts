import type { Identity, Refusal } from '../access.js';
import { IdentityClientError } from '../identity-client-error.js';
import type { AccessToken, VerifyAccessToken } from '../verify-access-token.js';
import { type Challenge, MissingScopes, refusalFor } from './challenge.js';
import { checkProof, type ProvenRequest, type RememberProof } from './dpop-proof.js';

/** The caller; or the response to send. */
export type CheckedCaller =
  | { readonly identity: Identity; readonly refusal?: undefined }
  | { readonly identity?: undefined; readonly refusal: Refusal };

/** What of a request decides about its caller. */
export interface CallerRequest extends Omit<ProvenRequest, 'accessToken'> {
  readonly authorization: string | undefined;
}

/** How tokens and proofs are checked. */
export interface CallerChecks {
  /** Also returns tokens that are bound to a key. */
  readonly verify: VerifyAccessToken;
  readonly remember: RememberProof;
}

const maxHeaderLength = 16_384;

/**
 * Checks the `Authorization` header of a request: a token of the service, for this resource, with all scopes. A token that is
 * bound to a key needs a proof, and only such a token comes with the scheme `DPoP` (RFC 9449 §7).
 */
export async function checkCaller(
  request: CallerRequest,
  { verify, remember }: CallerChecks,
  challenge: Challenge,
): Promise<CheckedCaller> {
  const sent = tokenOf(request.authorization);
  try {
    if (sent === undefined) throw refused('Send an access token.');
    const { accessToken, isProven } = sent;
    const token = await verify(accessToken);
    const thumbprint = boundTo(token);
    if (isProven !== (thumbprint !== undefined)) throw refused(wrongScheme);
    if (thumbprint !== undefined) await checkProof(thumbprint, { ...request, accessToken }, remember);
    requireScopes(token.scopes, challenge.scopes);
    return { identity: { ...token, accessToken } };
  } catch (error) {
    const refusal = refusalFor(error, { hasToken: sent !== undefined, isProven: sent?.isProven === true }, challenge);
    if (refusal) return { refusal };
    throw error;
  }
}

const refused = (message: string) => new IdentityClientError('UNAUTHORIZED', message, { status: 401 });
const wrongScheme = 'A token that is bound to a key is sent with the scheme DPoP, all others with Bearer.';

/** The thumbprint of the key that a token is bound to. Null is bound to nothing that could be proven here. */
function boundTo({ claims: { cnf } }: AccessToken): unknown {
  return cnf === undefined ? undefined : ((cnf as { jkt?: unknown } | null)?.jkt ?? null);
}

function tokenOf(authorization: string | undefined): { accessToken: string; isProven: boolean } | undefined {
  if (authorization === undefined || authorization.length > maxHeaderLength) return undefined;
  const [, scheme = '', accessToken] = /^(bearer|dpop) ([\w.~+/-]+=*)$/iu.exec(authorization) ?? [];
  return accessToken === undefined ? undefined : { accessToken, isProven: scheme.toLowerCase() === 'dpop' };
}

function requireScopes(held: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((scope) => !held.includes(scope));
  if (missing.length > 0) throw new MissingScopes(`The access token lacks ${missing.join(', ')}.`);
}
