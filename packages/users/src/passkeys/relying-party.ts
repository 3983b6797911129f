import { isIP } from 'node:net';

/** What passkeys are bound to: the host of the service. One made here works nowhere else. */
export function relyingParty(issuer: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(issuer);
  return { rpID: hostname, origin };
}

/** Whether there can be passkeys at all: browsers bind them to a name, never to an IP address. */
export function canHavePasskeys(issuer: string): boolean {
  return isIP(relyingParty(issuer).rpID.replace(/^\[|\]$/gu, '')) === 0;
}
