import { Readable } from 'node:stream';
import type { Download } from './page-route.js';

export type CsvValue = string | number | boolean | Date | null | undefined;

/** One line of a CSV file (RFC 4180). */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  // Spreadsheets run a cell that begins like this as a formula. The apostrophe makes it plain text.
  const text = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV file that is sent page by page, so that it may be longer than memory. */
export function csvDownload(
  name: string,
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvValue[])[]>,
): Download {
  async function* lines() {
    // Excel reads UTF-8 only with this mark.
    yield `\uFEFF${csvLine(header)}`;
    for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('');
  }
  return { name, type: 'text/csv; charset=utf-8', body: Readable.from(lines()) };
}
