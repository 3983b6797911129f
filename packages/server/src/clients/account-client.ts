import { randomBytes } from 'node:crypto';
import { accountClientId, acrTwoFactors } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import type { ClientMetadata } from 'oidc-provider';
import { paths } from '../http/paths.js';

/** The redirect URI of that client. */
export const signedInPath = '/account/signed-in';

/**
 * The client of our own pages. It is in no table and has no secret, so its codes cannot be exchanged for tokens. A code only
 * proves that a user has passed every step of a sign-in.
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
    // oidc-provider requires a value. We compare secrets by hash, and this client has no stored hash.
    client_secret: 'none',
    identity_type: 'CONFIDENTIAL',
    identity_first_party: true,
  };
}

export interface SignInRequest {
  returnTo: string;
  /** Whether a user who is signed in has to sign in once more. */
  again?: boolean;
  /** Whether the sign-in needs a second factor, even if the user has to set one up. */
  secondFactor?: boolean;
  /** The email that the sign-in page shows. */
  email?: string;
  language: Language | undefined;
}

/** The URL of a sign-in for one of our own pages. */
export function signInUrl(issuer: string, { returnTo, again, secondFactor, email, language }: SignInRequest) {
  const parameters = new URLSearchParams({
    client_id: accountClientId,
    redirect_uri: `${issuer}${signedInPath}`,
    response_type: 'code',
    scope: 'openid',
    nonce: randomBytes(16).toString('base64url'),
    state: returnTo,
    ...(again ? { prompt: 'login' } : {}),
    ...(secondFactor ? { acr_values: acrTwoFactors } : {}),
    ...(email === undefined ? {} : { login_hint: email }),
    ...(language === undefined ? {} : { ui_locales: language }),
  });
  return `${paths.authorization}?${parameters}`;
}

const maxLength = 2000;
// Neither control characters nor dots are encoded in it, so no segment leads up.
const encoded = '%(?:2[\\dA-DFa-df]|[3-9A-Fa-f][\\dA-Fa-f])';
const plain = "[\\w~!'()*-]";
const segment = `(?:${plain}|${encoded})(?:${plain}|[.]|${encoded})*`;
// The second page redirects a user only if that user has accepted the invitation. The third one continues an invitation that
// the browser has kept. The parameter only chooses the look of the sign-in.
const pagesAfterSignIn = [
  new RegExp(`^/(?:account|console|platform)(?:/${segment})*(?:\\?(?:${plain}|[.+=&]|${encoded})*)?$`, 'u'),
  /^\/invitations\/accepted\/[\da-f-]{36}(?:\?tenant=[a-z\d-]{1,63})?$/u,
  /^\/invitations\/continue(?:\?tenant=[a-z\d-]{1,63})?$/u,
];

/**
 * Returns the page to open after a sign-in. An attacker can choose `state`, so only pages are allowed that a plain link could
 * open as well.
 */
export function pageAfterSignIn(state: string | undefined): string {
  if (state === undefined || state.length > maxLength) return '/account';
  return pagesAfterSignIn.some((page) => page.test(state)) ? state : '/account';
}
