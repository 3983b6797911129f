import { randomBytes } from 'node:crypto';
import type { Language } from '@org/identity-core';
import type { ClientMetadata } from 'oidc-provider';
import { paths } from '../http/paths.js';

/** The service itself, as the client that people sign in to for its own pages. */
export const accountClientId = 'identity-account';

/** Where such a sign-in ends. */
export const signedInPath = '/account/signed-in';

/**
 * The client of our own pages. It is in no table and has no secret, so no code of it can ever become a token: all that
 * its code shows is that somebody has passed every step of a sign-in.
 */
export function accountClient(issuer: string): ClientMetadata {
  return {
    client_id: accountClientId,
    client_name: 'your account',
    redirect_uris: [`${issuer}${signedInPath}`],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    scope: 'openid',
    token_endpoint_auth_method: 'client_secret_basic',
    // The library wants some secret; ours are compared by hash, and of this client there is none.
    client_secret: 'none',
    identity_type: 'CONFIDENTIAL',
    identity_first_party: true,
  };
}

/** Where a browser goes to sign in for one of our own pages; `again` asks also somebody who is signed in. */
export function signInAddress(
  issuer: string,
  { returnTo, again = false, language }: { returnTo: string; again?: boolean; language: Language | undefined },
) {
  const parameters = new URLSearchParams({
    client_id: accountClientId,
    redirect_uri: `${issuer}${signedInPath}`,
    response_type: 'code',
    scope: 'openid',
    nonce: randomBytes(16).toString('base64url'),
    state: returnTo,
    ...(again ? { prompt: 'login' } : {}),
    ...(language === undefined ? {} : { ui_locales: language }),
  });
  return `${paths.authorization}?${parameters}`;
}

// Whoever is signed in and opens the second kind is led on only from an invitation that they have accepted themselves.
const pagesAfterSignIn = [/^\/account(?:\/[a-z-]+)*(?:\?done=[a-z-]+)?$/u, /^\/invitations\/accepted\/[\da-f-]{36}$/u];

/**
 * The page to go on with after a sign-in. Anybody can write what comes back as `state`: only pages count that a plain link
 * could open as well.
 */
export function pageAfterSignIn(state: string | undefined): string {
  return state !== undefined && pagesAfterSignIn.some((page) => page.test(state)) ? state : '/account';
}
