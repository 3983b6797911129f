import { createHmac } from 'node:crypto';
import type { PageCookie } from '../plugin/page-route.js';
import { hashOneTimeSecret, newOneTimeSecret } from './one-time-secret.js';

/** How long a visit to an upstream provider may take. */
export const attemptSeconds = 15 * 60;

/**
 * The values of one visit to an upstream provider. All are derived from a secret that only the browser's cookie contains:
 * without the cookie, a caller has neither the state nor the nonce nor the PKCE verifier.
 */
export interface AttemptSecret {
  /** Names the cookie, so that two tabs do not conflict; gives no access. */
  readonly id: string;
  readonly secret: string;
  readonly secretHash: Uint8Array<ArrayBuffer>;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const newAttemptSecret = (): AttemptSecret => attemptSecret(newOneTimeSecret().secret);

function attemptSecret(secret: string): AttemptSecret {
  const derive = (use: string) => createHmac('sha256', secret).update(use).digest('base64url');
  const id = derive('id').slice(0, 16);
  const state = `${id}.${derive('state')}`;
  return { id, secret, secretHash: hashOneTimeSecret(secret), state, nonce: derive('nonce'), verifier: derive('pkce') };
}

/** The cookies that bind attempts to the browser that has started them. */
export interface AttemptCookies {
  /** The attempt with that id that this browser has started. */
  find(cookie: (name: string) => string | undefined, id: string): AttemptSecret | undefined;
  /** The same for the `state` of a provider's response. */
  findByState(cookie: (name: string) => string | undefined, state: string | undefined): AttemptSecret | undefined;
  keep(attempt: AttemptSecret): PageCookie;
  forget(id: string): PageCookie;
}

/** The cookies with names of their own, such as `identity-sso-…`. */
export function attemptCookies(prefix: string): AttemptCookies {
  const nameOf = (id: string) => `${prefix}-${id}`;
  const find: AttemptCookies['find'] = (cookie, id) => {
    if (!/^[\w-]{16}$/u.test(id)) return undefined;
    const secret = cookie(nameOf(id));
    const found = secret === undefined ? undefined : attemptSecret(secret);
    return found?.id === id ? found : undefined;
  };
  return {
    find,
    findByState: (cookie, state) => find(cookie, state?.split('.', 1)[0] ?? ''),
    // The user may have to confirm the email by mail, so the cookie lasts as long as a sign-in page may be open.
    keep: ({ id, secret }) => ({ name: nameOf(id), value: secret, maxAgeSeconds: 60 * 60 }),
    forget: (id) => ({ name: nameOf(id), value: undefined, maxAgeSeconds: 0 }),
  };
}
