import { createHmac } from 'node:crypto';
import { hashOneTimeSecret, newOneTimeSecret, type PageCookie } from '@org/identity-core';

/** How long a visit to another provider may take. */
export const attemptSeconds = 15 * 60;

/**
 * What one visit to another provider is made of. All of it follows from a secret that only the browser's cookie
 * holds: whoever comes back without the cookie has neither the state nor the nonce nor the PKCE verifier.
 */
export interface AttemptSecret {
  /** Names the cookie, so that two tabs do not mix; opens nothing. */
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

/** The attempt this browser has begun under that id. */
export function attemptOf(cookie: (name: string) => string | undefined, id: string): AttemptSecret | undefined {
  if (!/^[\w-]{16}$/u.test(id)) return undefined;
  const secret = cookie(cookieName(id));
  const found = secret === undefined ? undefined : attemptSecret(secret);
  return found?.id === id ? found : undefined;
}

export const attemptCookie = ({ id, secret }: AttemptSecret): PageCookie => ({
  name: cookieName(id),
  value: secret,
  // The mailed proof of an address may take a while: as long as the sign-in page may stay open.
  maxAgeSeconds: 60 * 60,
});

export const noAttemptCookie = (id: string): PageCookie => ({
  name: cookieName(id),
  value: undefined,
  maxAgeSeconds: 0,
});

const cookieName = (id: string) => `identity-sso-${id}`;
