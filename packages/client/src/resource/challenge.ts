import type { Refusal } from '../access.js';
import { IdentityClientError } from '../identity-client-error.js';

/** A refusal whose `WWW-Authenticate` leads clients to the metadata (RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  /** Where the metadata is. */
  readonly metadataUrl: string;
  /** The scopes that a request needs. */
  readonly scopes: readonly string[];
}

/** The token lacks scopes. */
export class MissingScopes extends Error {}

/** The response to a request that is refused, or undefined if the error is not about the caller. */
export function refusalFor(error: unknown, hasToken: boolean, challenge: Challenge): Refusal | undefined {
  if (error instanceof MissingScopes)
    return refusal(403, 'FORBIDDEN', error.message, challengeOf(challenge, 'insufficient_scope'));
  if (!(error instanceof IdentityClientError)) return undefined;
  const { status, code, message } = error;
  if (status === 401) {
    // RFC 6750, section 3.1: without a token there is no error to name.
    return refusal(401, code, message, challengeOf(challenge, hasToken ? 'invalid_token' : undefined));
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

/** Nothing has to be escaped: the URL is in its normal form, and scopes contain no quotes. */
function challengeOf({ metadataUrl, scopes }: Challenge, error?: string): string {
  const parameters = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : []),
    `resource_metadata="${metadataUrl}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
