/** Replaces every value that is new in each run (ids, times, generated slugs) with its kind. */
export function comparable(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-/u.test(value)) return known.has(value) ? value : 'an id';
    if (/^[\w-]{43}$/u.test(value)) return 'a key';
    // The redirect URI of a connection, and the URL of a test.
    if (value.includes('/sso/c/')) return value.includes('/test/') ? null : 'a redirect URI';
    if (value.startsWith('identity-verification=')) return 'a record';
    return /^\d{4}-\d\d-\d\dT/u.test(value) ? 'a time' : value;
  }
  if (Array.isArray(value)) return value.map((entry) => comparable(entry, known));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    // A rehearsal has null where the request itself has the secret.
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'secret' || name === 'lease' ? 'a secret' : comparable(field, known),
    ]),
  );
}
