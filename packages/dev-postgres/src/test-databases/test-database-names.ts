/** Returns the name of a test database. It contains the time of its creation and, in `rest`, the test run. */
export function databaseName(kind: 'test' | 'template', rest: string, now = Date.now()): string {
  return `identity_${kind}_${Math.floor(now / 1000)}_${rest}`;
}

/** Returns when a test database was created, in milliseconds. Returns undefined for any other database. */
export function creationTime(name: string): number | undefined {
  const seconds = /^identity_(?:test|template)_(\d{10})_[0-9a-f_]+$/.exec(name)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Returns the test run of a template, and `0` if no test run created it. */
export function runOf(template: string | undefined): string {
  return /^identity_template_\d{10}_([0-9a-f]+)$/.exec(template ?? '')?.[1] ?? '0';
}
