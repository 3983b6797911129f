/** The form in which emails are compared: upper case, lower case and Unicode forms make no difference. */
export function normalizeEmail(email: string): string {
  // Normalized twice, because lower-case letters can have a composed form that upper-case letters lack. A final sigma
  // counts as a sigma.
  return email.trim().normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}
