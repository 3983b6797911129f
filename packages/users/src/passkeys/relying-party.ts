import { isIP } from 'node:net';

/** Passkeys are bound to the host of the service: a passkey made here works nowhere else. */
export function relyingParty(issuer: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(issuer);
  return { rpID: hostname, origin };
}

/** Whether passkeys are possible: browsers bind them to a host name, never to an IP. */
export function canHavePasskeys(issuer: string): boolean {
  return isIP(relyingParty(issuer).rpID.replace(/^\[|\]$/gu, '')) === 0;
}
