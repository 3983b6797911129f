import { hashOneTimeSecret, newOneTimeSecret } from '@org/identity-core';

const prefix = 'scim_';

/** A new token. Its prefix lets scanners of source code find one that was leaked. */
export function newDirectoryToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = `${prefix}${newOneTimeSecret().secret}`;
  return { token, hash: hashOneTimeSecret(token) };
}

/** The hash of the token of an `Authorization` header; undefined if it cannot be one. */
export function hashOfHeader(authorization: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  const [, token] = /^Bearer (scim_[\w-]{20,100})$/iu.exec(authorization ?? '') ?? [];
  return token === undefined ? undefined : hashOneTimeSecret(token);
}
