/** The `acr` of a session that was opened with one factor, such as a password or an upstream provider. */
export const acrOneFactor = 'urn:identity:acr:1';
/** The `acr` of a session that was opened with a second factor as well. */
export const acrTwoFactors = 'urn:identity:acr:2';

/** Whether these methods (RFC 8176) include a second factor. */
export function hasTwoFactors(amr: readonly string[] | undefined): boolean {
  return amr?.includes('mfa') ?? false;
}

/** The `acr` of a session that was opened with these methods. */
export function acrOf(amr: readonly string[] | undefined): string {
  return hasTwoFactors(amr) ? acrTwoFactors : acrOneFactor;
}

/** Whether `acr_values` (in order of preference) asks for a second factor: the first value that we know decides. */
export function asksForTwoFactors(acrValues: unknown): boolean {
  const values = typeof acrValues === 'string' ? acrValues.split(' ') : [];
  return values.find((value) => value === acrOneFactor || value === acrTwoFactors) === acrTwoFactors;
}
