/** What addresses are compared by: they name one account whatever their case or Unicode form. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
