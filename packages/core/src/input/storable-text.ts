import type { ErrorDetail } from '../errors/identity-error.js';

/** PostgreSQL refuses U+0000 and lone surrogates, so no string of any input may hold them. */
export function isStorableText(text: string): boolean {
  // Node 20 has it, but TypeScript's ES2023 library does not list it.
  const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
  return wellFormed && !text.includes('\u0000');
}

// JSON.stringify and PostgreSQL's jsonb are recursive and fail on deeper values, although JSON.parse can read them.
const maxDepth = 100;

/** The paths of an input (at any depth) that hold a string PostgreSQL cannot store, or a dangerous key. */
export function findUnstorableText(input: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list instead of recursion, because the caller decides how deep the input is.
  const open: { path: string; depth: number; value: unknown }[] = [{ path: '', depth: 0, value: input }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, depth, value } = next;
    if (typeof value === 'string') {
      if (!isStorableText(value)) details.push({ path, message: 'contains characters that cannot be stored' });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === maxDepth) return [{ path, message: `has more than ${maxDepth} levels` }];
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
