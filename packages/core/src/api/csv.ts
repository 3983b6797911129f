import { Readable } from 'node:stream';
import type { Download } from '../plugin/page-route.js';

export type CsvValue = string | number | boolean | Date | null | undefined;

/**
 * Where a spreadsheet could begin a cell, if what follows makes the cell a formula: at the beginning of the text, and after
 * a semicolon, a tab or a line break. Spreadsheets in German and other languages split lines at semicolons, and do not
 * respect the quotes of cells that are separated by commas.
 */
const formula = /(^|[;\t\r\n])([ \u00a0"']*[=+\-@|%\uff1d\uff0b\uff0d\uff20])/gu;

/** One line of a CSV file (RFC 4180). Every text is in quotes. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** The first line. Programs compare names of columns, so plain words are not in quotes. */
export function csvHeader(names: readonly string[]): string {
  return `${names.map((name) => (/^[\p{L}\p{N} ()]+$/u.test(name) ? name : cell(name))).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  // The apostrophe makes a formula plain text.
  const plain = value.replaceAll(formula, "$1'$2");
  return `"${/^[\t\r\n]/u.test(plain) ? "'" : ''}${plain.replaceAll('"', '""')}"`;
}

/** A CSV file that is sent page by page, so that it may be longer than memory. */
export function csvDownload(
  name: string,
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvValue[])[]>,
): Download {
  async function* lines() {
    // Excel reads UTF-8 only with this mark.
    yield `\uFEFF${csvHeader(header)}`;
    for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('');
  }
  return { name, type: 'text/csv; charset=utf-8', body: Readable.from(lines()) };
}
