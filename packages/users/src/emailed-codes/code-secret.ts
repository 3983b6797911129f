import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { newOneTimeSecret, type PageCookie } from '@org/identity-core';

/** How long a code is valid, and how long the name form after it. */
export const codeMinutes = 10;
export const maxTries = 5;
const digits = 6;

/** A new code, and the secret of the browser that it is bound to. Only the mail has the code, only the cookie the secret. */
export function newCode() {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  return { code, ...newOneTimeSecret() };
}

/** Where a code is entered: only this browser has the secret. */
export interface CodePlace {
  readonly secret: string;
  readonly interactionUid: string;
}

/**
 * The hash that is stored. Six digits can be found by trying all of them, so the key is the secret of the browser, which the
 * database does not have.
 */
export function hashCode({ secret, interactionUid }: CodePlace, code: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHmac('sha256', secret).update(`${interactionUid}\n${code}`).digest());
}

/** Stored instead of a hash while there is no code, because none was mailed: nothing that is entered matches. */
export const noCode = new Uint8Array(0);

export function isSameCode(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The digits of a code as it was typed or pasted; undefined if it cannot be one. */
export function readCode(typed = ''): string | undefined {
  const code = typed.slice(0, 64).replaceAll(/[\s-]/gu, '');
  return code.length === digits && /^\d+$/u.test(code) ? code : undefined;
}

const cookieName = (interactionUid: string) => `identity-code-${interactionUid}`;

/** Binds a code to the browser and the sign-in in which it was requested. */
export const codeCookie = ({ secret, interactionUid }: CodePlace): PageCookie => ({
  name: cookieName(interactionUid),
  value: secret,
  maxAgeSeconds: 60 * 60,
});

export const forgetCode = (interactionUid: string): PageCookie => ({
  name: cookieName(interactionUid),
  value: undefined,
  maxAgeSeconds: 0,
});

/** The secret of a code that this browser has requested in this sign-in. */
export function readPlace(cookie: (name: string) => string | undefined, interactionUid: string): CodePlace | undefined {
  const secret = cookie(cookieName(interactionUid));
  return secret === undefined || secret === '' || secret.length > 100 ? undefined : { secret, interactionUid };
}
