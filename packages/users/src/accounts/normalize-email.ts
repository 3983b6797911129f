/** What addresses are compared by: they name one account whatever their case or Unicode form. */
export function normalizeEmail(email: string): string {
  // Twice, because small letters can have a composed form that their capitals lack; and a sigma at the
  // end of a word is no other letter.
  return email.trim().normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}
