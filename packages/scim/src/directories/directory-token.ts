import { hashOneTimeSecret, newOneTimeSecret } from '@org/identity-core';

/** What every token begins with. */
export const tokenPrefix = 'scim_';

/** A new token. Its prefix lets scanners of source code find one that was leaked. */
export function newDirectoryToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = `${tokenPrefix}${newOneTimeSecret().secret}`;
  return { token, hash: hashOneTimeSecret(token) };
}

/** The hash of a token; undefined if it cannot be one. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> | undefined {
  return /^scim_[\w-]{20,100}$/u.test(token) ? hashOneTimeSecret(token) : undefined;
}
