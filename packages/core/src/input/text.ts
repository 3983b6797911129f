import { z } from 'zod';
import type { ErrorDetail } from '../errors/identity-error.js';

export interface TextRules {
  /** The fewest characters. */
  readonly min?: number;
  /** Removes spaces from both ends before the text is measured. */
  readonly trim?: boolean;
  /** Brings the text into one Unicode form before it is measured. */
  readonly normalize?: 'NFKC';
  /** What an error says about a longer text, if not the usual words. */
  readonly tooLong?: string;
}

// A character of a normalised text comes from at most five code units, such as a letter and its accents.
const maxShrinking = 8;

/**
 * A text that comes from outside, with at most `max` characters. A longer text is refused at once: neither a pattern
 * nor another check that is added to this schema ever sees it. In zod, checks run after a failed one unless that one
 * aborts.
 */
export function text(max: number, { min, trim = false, normalize, tooLong }: TextRules = {}): z.ZodString {
  const trimmed = trim ? z.string().trim() : z.string();
  const toForm = normalize && limited(max, (value) => normalizedUpTo(max, value, normalize));
  const normalized = toForm ? trimmed.overwrite(toForm) : trimmed;
  const bounded = normalized.max(max, { abort: true, ...(tooLong === undefined ? {} : { error: tooLong }) });
  return min === undefined ? bounded : bounded.min(min);
}

/** Notes the limit that a change of a text respects, so that a test can find schemas without a limit. */
const limited = (maxLength: number, change: (value: string) => string) => Object.assign(change, { maxLength });

/**
 * One Unicode form of a text that should have at most `max` characters. The time for this grows with the square of the
 * number of accents, so a text that is too long in any form stays as it is.
 */
export function normalizedUpTo(max: number, value: string, form: 'NFKC'): string {
  return value.length > max * maxShrinking ? value : value.normalize(form);
}

/**
 * A text that is looked up or compared, or that a later rule refuses if it is too long. A longer text is cut instead of
 * refused here, so that it gets the response of an unknown one. `max` is more than any known text has.
 */
export function cutText(max: number): z.ZodString {
  return z.string().overwrite(limited(max, (value) => beginningOf(value, max)));
}

/** The beginning of a text, without half a character at its end. */
export function beginningOf(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/u, '');
}

/** A URL on the web. */
export function webUrlText(max: number, error?: string): z.ZodString {
  const rule = { protocol: /^https?$/u, ...(error === undefined ? {} : { error }) };
  return text(max, { trim: true }).check(z.url(rule));
}

/** PostgreSQL refuses U+0000 and lone surrogates, so no string of any input may hold them. */
export function isStorableText(text: string): boolean {
  // Node 20 has it, but TypeScript's ES2023 library does not list it.
  const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
  return wellFormed && !text.includes('\u0000');
}

/** A text of another system, such as a claim, that can be stored. */
export const storableText = (maxLength: number) => text(maxLength).refine(isStorableText);

// JSON.stringify and PostgreSQL's jsonb are recursive and fail on deeper values, although JSON.parse can read them.
const maxDepth = 100;

/**
 * The paths of an input (at any depth) that hold a string PostgreSQL cannot store, or a dangerous key. Without `texts`, only
 * what no reader could handle: dangerous keys, and too many levels.
 */
export function findUnstorableText(input: unknown, { texts = true }: { texts?: boolean } = {}): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list instead of recursion, because the caller decides how deep the input is.
  const open: { path: string; depth: number; value: unknown }[] = [{ path: '', depth: 0, value: input }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, depth, value } = next;
    if (typeof value === 'string') {
      if (texts && !isStorableText(value)) details.push({ path, message: 'contains characters that cannot be stored' });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === maxDepth) return [{ path, message: `has more than ${maxDepth} levels` }];
      for (const [key, child] of Object.entries(value)) {
        const inner = path ? `${path}.${key}` : key;
        if ((texts && !isStorableText(key)) || key === '__proto__')
          details.push({ path: inner, message: 'is not an allowed key' });
        open.push({ path: inner, depth: depth + 1, value: child });
      }
    }
  }
  return details;
}
