import type { Command, Values } from '../declarations/command.js';
import { wholeNumber } from './read-option.js';

const defaultLimit = 50;
const maxLimit = 100;

/** The options of every list. */
export const pageOptions = {
  limit: { type: 'string', value: 'number', help: `Entries per page, up to ${maxLimit} (default ${defaultLimit})` },
  page: { type: 'string', value: 'number', help: 'Which page (default 1)' },
} as const satisfies Command['options'];

/** Reads the requested page. */
export function readPage(values: Values): { page: number; limit: number } {
  return {
    page: wholeNumber(values, 'page', { fallback: 1, min: 1, max: 1_000_000 }),
    limit: wholeNumber(values, 'limit', { fallback: defaultLimit, min: 1, max: maxLimit }),
  };
}

/** The lines below a list that has more than one page. */
export function pageLines({ page, pages, total }: { page: number; pages: number; total: number }): string[] {
  if (pages <= 1) return [];
  return ['', `Page ${page} of ${pages}, ${total} in total.${page < pages ? ` Next page: --page ${page + 1}` : ''}`];
}
