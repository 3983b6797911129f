/** Replaces every value that is new in each run (ids, times, generated slugs) with its kind. */
export function comparable(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-/u.test(value)) return known.has(value) ? value : 'an id';
    // The URL of a test of a connection is secret.
    if (value.includes('/sso/c/') && value.includes('/test/')) return null;
    if (value.startsWith('http')) return value.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'an id');
    if (/^[\w-]{43}$/u.test(value)) return 'a key';
    if (value.startsWith('identity-verification=')) return 'a record';
    return /^\d{4}-\d\d-\d\dT/u.test(value) ? 'a time' : value;
  }
  if (Array.isArray(value)) return value.map((entry) => comparable(entry, known));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    // A rehearsal has null where the request itself has the secret.
    Object.entries(value).map(([name, field]) => [
      name,
      ['secret', 'lease', 'token'].includes(name) ? 'a secret' : comparable(field, known),
    ]),
  );
}
