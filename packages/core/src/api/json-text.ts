import type { Pages } from '../plugin/personal-data.js';

/** Writes a value as JSON, piece by piece. Paged lists (`Pages`) may be anywhere except inside an array. */
export async function* jsonText(value: unknown): AsyncGenerator<string> {
  if (isPages(value)) yield* listText(value);
  else if (isPlainObject(value)) yield* objectText(value);
  else yield JSON.stringify(value) ?? 'null';
}

async function* listText(pages: Pages): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((row) => JSON.stringify(row) ?? 'null').join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* objectText(value: object): AsyncGenerator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    // As `JSON.stringify` does.
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonText(field);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function isPages(value: unknown): value is Pages {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
