import { createHmac } from 'node:crypto';
import { hashOneTimeSecret, newOneTimeSecret, type PageCookie } from '@org/identity-core';

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

export function attemptSecret(secret: string): AttemptSecret {
  const derive = (use: string) => createHmac('sha256', secret).update(use).digest('base64url');
  const id = derive('id').slice(0, 16);
  const state = `${id}.${derive('state')}`;
  return { id, secret, secretHash: hashOneTimeSecret(secret), state, nonce: derive('nonce'), verifier: derive('pkce') };
}

/** The attempt with that id that this browser has started. */
export function attemptOf(cookie: (name: string) => string | undefined, id: string): AttemptSecret | undefined {
  if (!/^[\w-]{16}$/u.test(id)) return undefined;
  const secret = cookie(cookieName(id));
  const found = secret === undefined ? undefined : attemptSecret(secret);
  return found?.id === id ? found : undefined;
}

export const attemptCookie = ({ id, secret }: AttemptSecret): PageCookie => ({
  name: cookieName(id),
  value: secret,
  // The user may have to confirm the email by mail, so the cookie lasts as long as a sign-in page may be open.
  maxAgeSeconds: 60 * 60,
});

export const noAttemptCookie = (id: string): PageCookie => ({
  name: cookieName(id),
  value: undefined,
  maxAgeSeconds: 0,
});

const cookieName = (id: string) => `identity-sso-${id}`;
