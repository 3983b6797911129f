import { type Attempt, withParameter, withQuery } from './attempt.js';

/** Values of every kind that JSON, a path or a query can have. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  'a'.repeat(5000),
  '\u202e\u0301ß𝒳',
  '%00',
  "'; DROP TABLE users; --",
  '019a0000-0000-7000-8000-0000000000c1',
  '2026-02-30T25:00:00Z',
  'https://[::1]/',
  [],
  [null],
  {},
  JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
];

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomNumbers(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Requests like a valid one, each with one random change of its path, query or body. The seed decides which. */
export function randomChanges(valid: Attempt, template: string, { seed, count }: { seed: string; count: number }) {
  const next = randomNumbers(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const text = () => encodeURIComponent(textOf(oneOf(values))) || '-';
  const parameters = [...template.matchAll(/\{(\w+)\}/gu)].map(([, name]) => String(name));
  const fields = Object.keys((valid.body as object | undefined) ?? {});
  const kinds: (() => Attempt)[] = [
    () =>
      withQuery(valid, `${oneOf(['page', 'limit', 'after', 'from', 'to', 'rehearse', 'status', 'userId'])}=${text()}`),
    ...parameters.map((name) => () => withParameter(valid, template, name, text()) ?? valid),
    ...fields.map((name) => () => ({ ...valid, body: { ...(valid.body as object), [name]: oneOf(values) } })),
    ...(fields.length > 0 ? [() => ({ ...valid, body: oneOf(values) ?? {} })] : []),
  ];
  return Array.from({ length: count }, () => oneOf(kinds)());
}
