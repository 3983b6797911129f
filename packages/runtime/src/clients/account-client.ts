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
  /** The email that the sign-in page shows first. */
  loginHint?: string | undefined;
  language: Language | undefined;
}

/** The URL of a sign-in for one of our own pages. */
export function signInUrl(issuer: string, { returnTo, again, secondFactor, loginHint, language }: SignInRequest) {
  const parameters = new URLSearchParams({
    client_id: accountClientId,
    redirect_uri: `${issuer}${signedInPath}`,
    response_type: 'code',
    scope: 'openid',
    nonce: randomBytes(16).toString('base64url'),
    state: returnTo,
    ...(again ? { prompt: 'login' } : {}),
    ...(secondFactor ? { acr_values: acrTwoFactors } : {}),
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(language === undefined ? {} : { ui_locales: language }),
  });
  return `${paths.authorization}?${parameters}`;
}

const maxLength = 2000;
// Neither control characters nor dots are encoded in it, so no segment leads up.
const encoded = '%(?:2[\\dA-DFa-df]|[3-9A-Fa-f][\\dA-Fa-f])';
const plain = "[\\w~!'()*-]";
const segment = `(?:${plain}|${encoded})(?:${plain}|[.]|${encoded})*`;
const consolePage = new RegExp(`^(/${segment})(?:/${segment})*(?:\\?(?:${plain}|[.+=&]|${encoded})*)?$`, 'u');
// The first page redirects a user only if that user has accepted the invitation. The second one continues an invitation that
// the browser has kept. The parameter only chooses the look of the sign-in. The last one is where a sign-in arrives that a
// provider has started: it checks its parameter itself.
const pagesAfterSignIn = [
  /^\/invitations\/accepted\/[\da-f-]{36}(?:\?tenant=[a-z\d-]{1,63})?$/u,
  /^\/invitations\/continue(?:\?tenant=[a-z\d-]{1,63})?$/u,
  new RegExp(`^/sso/c/[\\da-f-]{36}/arrived(?:\\?target_link_uri=(?:${plain}|[.]|${encoded})*)?$`, 'u'),
];

/**
 * Returns the page to open after a sign-in. An attacker can choose `state`, so only pages are allowed that a plain link could
 * open as well: those below the paths that consoles begin with, and a few others.
 */
export function pageAfterSignIn(state: string | undefined, consolePaths: readonly string[]): string {
  if (state === undefined || state.length > maxLength) return '/account';
  const isOfConsole = consolePaths.includes(consolePage.exec(state)?.[1] ?? '');
  return isOfConsole || pagesAfterSignIn.some((page) => page.test(state)) ? state : '/account';
}

/** What the paths of consoles begin with, without parameters: `/console` for `/console/:slug`. */
export function beginningsOf(consoles: readonly { readonly path: string }[]): string[] {
  return [...new Set(consoles.map(({ path }) => `/${path.split('/', 2)[1] ?? ''}`))];
}
