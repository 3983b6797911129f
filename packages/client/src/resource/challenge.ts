import type { Refusal } from '../access.js';
import { IdentityClientError } from '../identity-client-error.js';
import { ProofRefused, proofAlgorithms } from './dpop-proof.js';

/** A refusal whose `WWW-Authenticate` leads clients to the metadata (RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  /** Where the metadata is. */
  readonly metadataUrl: string;
  /** The scopes that a request needs. */
  readonly scopes: readonly string[];
}

/** The token lacks scopes. */
export class MissingScopes extends Error {}

/** How the token of a request was sent. */
interface Sent {
  readonly hasToken: boolean;
  /** With the scheme DPoP. */
  readonly isProven: boolean;
}

/** The response to a request that is refused, or undefined if the error is not about the caller. */
export function refusalFor(error: unknown, { hasToken, isProven }: Sent, challenge: Challenge): Refusal | undefined {
  const scheme = isProven ? dpop : 'Bearer';
  if (error instanceof MissingScopes)
    return refusal(403, 'FORBIDDEN', error.message, challengeOf(scheme, challenge, 'insufficient_scope'));
  if (!(error instanceof IdentityClientError)) return undefined;
  const { status, code, message } = error;
  if (status === 401) {
    const name = error instanceof ProofRefused ? 'invalid_dpop_proof' : 'invalid_token';
    // RFC 6750, section 3.1: without a token there is no error to name.
    return refusal(401, code, message, challengeOf(scheme, challenge, hasToken ? name : undefined));
  }
  // The token could not be checked: the keys cannot be fetched.
  return refusal(503, code, message);
}

function refusal(status: number, error: string, message: string, wwwAuthenticate?: string): Refusal {
  const headers = {
    'cache-control': 'no-store',
    ...(wwwAuthenticate === undefined ? {} : { 'www-authenticate': wwwAuthenticate }),
  };
  return { status, headers, body: { error, message } };
}

const dpop = 'DPoP';

/** Nothing has to be escaped: the URL is in its normal form, and scopes contain no quotes. */
function challengeOf(scheme: string, { metadataUrl, scopes }: Challenge, error?: string): string {
  const parameters = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : []),
    // RFC 9449, section 7.1.
    ...(scheme === dpop ? [`algs="${proofAlgorithms.join(' ')}"`] : []),
    `resource_metadata="${metadataUrl}"`,
  ];
  return `${scheme} ${parameters.join(', ')}`;
}
