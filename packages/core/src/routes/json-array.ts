import { Readable } from 'node:stream';
import type { z } from 'zod';

/**
 * Writes a list of any length as one JSON array, page by page, each row through its schema. The first page is read before
 * the response begins, so an error that happens at once can still be sent as an error response.
 */
export async function jsonArray(pages: AsyncIterable<readonly unknown[]>, item: z.ZodType): Promise<Readable> {
  const texts = pageTexts(pages, item);
  const first = await texts.next();
  return Readable.from(arrayText(first, texts));
}

async function* pageTexts(pages: AsyncIterable<readonly unknown[]>, item: z.ZodType): AsyncGenerator<string> {
  for await (const page of pages) {
    if (page.length > 0) yield page.map((row) => JSON.stringify(item.parse(row))).join(',');
  }
}

async function* arrayText(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first.done ? '[' : `[${first.value}`;
  if (!first.done) for await (const text of rest) yield `,${text}`;
  yield ']';
}
