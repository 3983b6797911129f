/** What passkeys are bound to: the host of the service. One made here works nowhere else. */
export function relyingParty(issuer: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(issuer);
  return { rpID: hostname, origin };
}
