import type { AccessToken, ClientCredentials } from 'oidc-provider';

/** Makes a new token expire at this time, or earlier if it would anyway. It is valid for at least one second. */
export function endTokenBy(token: AccessToken | ClientCredentials, time: Date): void {
  const left = Math.floor((time.getTime() - Date.now()) / 1000);
  // The published types do not include this property. `expiration` returns it once it is set.
  Object.assign(token, { expiresIn: Math.max(1, Math.min(token.expiration, left)) });
}
