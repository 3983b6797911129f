import type { AccessToken, ClientCredentials } from 'oidc-provider';

/** Ends a token that is being made at this time, if it would live longer; it lives for a second at least. */
export function endTokenBy(token: AccessToken | ClientCredentials, time: Date): void {
  const left = Math.floor((time.getTime() - Date.now()) / 1000);
  // Its published types leave this property out; `expiration` returns it once it is set.
  Object.assign(token, { expiresIn: Math.max(1, Math.min(token.expiration, left)) });
}
