/** Names the databases of test runs so that they are recognized as ours, with their time and the run they belong to. */
export function databaseName(kind: 'test' | 'template', rest: string, now = Date.now()): string {
  return `identity_${kind}_${Math.floor(now / 1000)}_${rest}`;
}

/** Reads when a database of a test run was created, in milliseconds; undefined for every other database. */
export function creationTime(name: string): number | undefined {
  const seconds = /^identity_(?:test|template)_(\d{10})_[0-9a-f_]+$/.exec(name)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Reads the run a template belongs to; `0` for one that no test run created. */
export function runOf(template: string | undefined): string {
  return /^identity_template_\d{10}_([0-9a-f]+)$/.exec(template ?? '')?.[1] ?? '0';
}
