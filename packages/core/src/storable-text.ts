import type { ErrorDetail } from './identity-error.js';

/** PostgreSQL refuses U+0000 and lone surrogates, so no string of any input may hold them. */
export function isStorableText(text: string): boolean {
  // Node 20 has it, TypeScript's ES2023 library does not list it yet.
  const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
  return wellFormed && !text.includes('\u0000');
}

// JSON.stringify and PostgreSQL's jsonb work by recursion and fail on what JSON.parse has read.
const deepest = 100;

/** The places of an input (however deep) that hold a string PostgreSQL cannot store, or a key that is a trap. */
export function findUnstorableText(input: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list instead of recursion: the depth of the input is the caller's choice.
  const open: { path: string; depth: number; value: unknown }[] = [{ path: '', depth: 0, value: input }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, depth, value } = next;
    if (typeof value === 'string') {
      if (!isStorableText(value)) details.push({ path, message: 'holds characters that cannot be stored' });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === deepest) return [{ path, message: `holds more than ${deepest} levels` }];
      for (const [key, child] of Object.entries(value)) {
        const inner = path ? `${path}.${key}` : key;
        if (!isStorableText(key) || key === '__proto__')
          details.push({ path: inner, message: 'is not an allowed key' });
        open.push({ path: inner, depth: depth + 1, value: child });
      }
    }
  }
  return details;
}
