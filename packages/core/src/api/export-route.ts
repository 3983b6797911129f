import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Caller } from '../callers/caller.js';
import { type CsvValue, csvHeader, csvLine } from './csv.js';
import { type Route, type StreamRouteDefinition, streamRoute } from './route.js';

const formats = {
  csv: { type: 'text/csv; charset=utf-8', text: csvOf },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', text: ndjsonOf },
} as const;

/** The media types of an export, without their parameters. */
export const exportTypes = Object.values(formats).map(({ type }) => type.split(';')[0] ?? type);

/** The field `format` of an export's query. */
export const ExportFormat = z.enum(['csv', 'ndjson']).default('csv');

export interface ExportRouteDefinition<
  Allowed extends Caller | undefined,
  Params extends z.ZodType | undefined,
  Query extends z.ZodObject,
  Item extends z.ZodObject,
> extends StreamRouteDefinition<Allowed, Params, Query, Item> {
  /** Its field `format` chooses the form of the file: see `ExportFormat`. */
  query: Query;
  /** The name of the file without its ending. */
  fileName: string;
  /** The columns of CSV, if an entry has other values than plain ones. Default: the fields of the entry. */
  csv?: { readonly names: readonly string[]; readonly values: (entry: z.output<Item>) => readonly CsvValue[] };
}

/** Declares a GET endpoint that sends a list of any length as a CSV or NDJSON file, which is never in memory as a whole. */
export function exportRoute<
  Allowed extends Caller | undefined,
  Item extends z.ZodObject,
  Query extends z.ZodObject,
  Params extends z.ZodType | undefined = undefined,
>({ fileName, csv, ...definition }: ExportRouteDefinition<Allowed, Params, Query, Item>): Route {
  // The router passes only entries that were parsed with `item`.
  return { ...streamRoute(definition), fileName, ...(csv ? { csv: csv as NonNullable<Route['csv']> } : {}) };
}

/** The same for a file that is always NDJSON. */
export function ndjsonRoute<
  Allowed extends Caller | undefined,
  Item extends z.ZodObject,
  Params extends z.ZodType | undefined = undefined,
>({ fileName, ...definition }: StreamRouteDefinition<Allowed, Params, undefined, Item> & { fileName: string }): Route {
  return { ...streamRoute(definition), fileName, onlyNdjson: true };
}

/** The file of an export. The first page is read before the response begins, so that an error can still be sent. */
export async function exportFile(
  pages: AsyncIterable<readonly unknown[]>,
  { reply, fileName = 'export', csv, onlyNdjson }: Pick<Route, 'reply' | 'fileName' | 'csv' | 'onlyNdjson'>,
  query: unknown,
): Promise<{ body: Readable; type: string; name: string }> {
  const format = onlyNdjson ? 'ndjson' : ExportFormat.parse((query as { format?: unknown }).format);
  const { type, text } = formats[format];
  // `exportRoute` guarantees an object.
  const item = reply as z.ZodObject;
  const texts = text(parsedPages(pages, item), csv ?? plainColumns(Object.keys(item.shape)));
  const first = await texts.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* texts;
  }
  return { body: Readable.from(all()), type, name: `${fileName}.${format}` };
}

type Row = Readonly<Record<string, unknown>>;

async function* parsedPages(pages: AsyncIterable<readonly unknown[]>, item: z.ZodObject): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.map((row) => item.parse(row));
}

/** The schema of such entries has plain values only. */
function plainColumns(names: readonly string[]): NonNullable<Route['csv']> {
  return { names, values: (row) => names.map((name) => row[name] as CsvValue) };
}

async function* csvOf(
  pages: AsyncGenerator<Row[]>,
  { names, values }: NonNullable<Route['csv']>,
): AsyncGenerator<string> {
  // With the rows of the first page, so that nothing is sent before they were read.
  let header = csvHeader(names);
  for await (const rows of pages) {
    yield header + rows.map((row) => csvLine(values(row))).join('');
    header = '';
  }
  if (header !== '') yield header;
}

async function* ndjsonOf(pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  for await (const rows of pages) if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
