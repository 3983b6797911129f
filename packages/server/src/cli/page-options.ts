import type { Command, Values } from './command.js';
import { wholeNumber } from './whole-number.js';

const normalLimit = 50;
const largestLimit = 100;

/** The options of every list. */
export const pageOptions = {
  limit: { type: 'string', value: 'number', help: `Entries of a page, up to ${largestLimit} (default ${normalLimit})` },
  page: { type: 'string', value: 'number', help: 'Which page (default 1)' },
} as const satisfies Command['options'];

/** The page that was asked for. */
export function readPage(values: Values): { page: number; limit: number } {
  return {
    page: wholeNumber(values, 'page', { normal: 1, least: 1, most: 1_000_000 }),
    limit: wholeNumber(values, 'limit', { normal: normalLimit, least: 1, most: largestLimit }),
  };
}

/** Says below a list that there is more of it. */
export function pageLines({ page, pages, total }: { page: number; pages: number; total: number }): string[] {
  if (pages <= 1) return [];
  return ['', `Page ${page} of ${pages}, ${total} in all.${page < pages ? ` The next: --page ${page + 1}` : ''}`];
}
