import type { Limits } from './limits.js';

/** Limits as lines of text, as a form shows them: `contacts = 10000`. */
export function limitsText(limits: Limits): string {
  return Object.entries(limits)
    .map(([key, value]) => `${key} = ${value}`)
    .join('\n');
}

/** Parses limits from lines of text. Invalid lines are kept as they are, so that validation refuses them. */
export function limitsIn(text: string): Record<string, unknown> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const entries = lines.map((line): [string, unknown] => {
    const [, key = line, value = ''] = /^(.*\S)\s*=\s*(\d{1,16})$/u.exec(line) ?? [];
    return [key, value === '' ? line : Number(value)];
  });
  const keys = entries.map(([key]) => key);
  // A key that is there twice has no value: the rules refuse it.
  return Object.fromEntries(
    entries.map(([key, value]) => [key, keys.indexOf(key) === keys.lastIndexOf(key) ? value : null]),
  );
}
