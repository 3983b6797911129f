import { isStorableText } from '@org/identity-core';
import { invalid } from './scim-error.js';

/** One comparison of a filter. All of them must hold. */
export interface Comparison {
  /** In lower case, without the URN of a core schema: `username`, `emails.value`. */
  readonly path: string;
  /** For `emails[type eq "work"].value`: what the value must be besides. */
  readonly where: readonly Comparison[];
  readonly value: string | boolean | null | number;
}

const maxLength = 1_000;
const maxComparisons = 10;
const unsupported = (why: string) =>
  invalid('invalidFilter', `${why} Supported are eq and and, as in: userName eq "a" and active eq true.`);

type Token = { kind: 'word' | 'text' | 'sign'; text: string };

/** Reads a filter of `eq` and `and`. Everything else is refused: a filter that is ignored would show too much. */
export function parseFilter(filter: string, error: (why: string) => Error = unsupported): Comparison[] {
  if (filter.length > maxLength) throw error('The filter is too long.');
  const tokens = tokensOf(filter, error);
  const reader = new Reader(tokens, error);
  const found = reader.all();
  if (reader.peek()) throw error(`"${reader.peek()?.text}" is not expected.`);
  return found;
}

function tokensOf(filter: string, error: (why: string) => Error): Token[] {
  const tokens: Token[] = [];
  // Each alternative begins with another character, so the time is linear.
  const pattern = /\s+|"(?:[^"\\]|\\.)*"|[\w.:$+-]+|[[\]()]/uy;
  while (pattern.lastIndex < filter.length) {
    const at = pattern.lastIndex;
    const [text] = pattern.exec(filter) ?? [];
    if (text === undefined) throw error(`The filter cannot be read at character ${at + 1}.`);
    if (text.startsWith('"')) tokens.push({ kind: 'text', text });
    else if ('[]()'.includes(text)) tokens.push({ kind: 'sign', text });
    else if (text.trim() !== '') tokens.push({ kind: 'word', text });
  }
  return tokens;
}

class Reader {
  #at = 0;
  readonly #tokens: readonly Token[];
  readonly #error: (why: string) => Error;

  constructor(tokens: readonly Token[], error: (why: string) => Error) {
    this.#tokens = tokens;
    this.#error = error;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  /** Comparisons with `and` between them. */
  all(): Comparison[] {
    const found = [this.#comparison()];
    while (this.#isWord('and')) {
      this.#at += 1;
      found.push(this.#comparison());
      if (found.length > maxComparisons) throw this.#error('The filter has too many parts.');
    }
    return found;
  }

  #comparison(): Comparison {
    const path = this.#take('word').text.toLowerCase();
    if (!/^[a-z]/u.test(path)) throw this.#error(`"${path}" is no attribute.`);
    const where: Comparison[] = [];
    let tail = '';
    if (this.peek()?.text === '[' && this.peek()?.kind === 'sign') {
      this.#at += 1;
      where.push(...this.all());
      if (this.#take('sign').text !== ']') throw this.#error('A bracket is missing.');
      tail = this.peek()?.text.startsWith('.') ? this.#take('word').text.toLowerCase() : '';
    }
    if (!this.#isWord('eq')) throw this.#error(`"${this.peek()?.text ?? 'the end'}" is not expected.`);
    this.#at += 1;
    return { path: `${path}${tail}`, where, value: this.#value() };
  }

  #value(): Comparison['value'] {
    const token = this.peek();
    this.#at += 1;
    if (token?.kind === 'text') {
      const read = readText(token.text);
      if (read !== undefined) return read;
    }
    const word = token?.kind === 'word' ? token.text.toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (/^-?\d{1,15}$/u.test(word)) return Number(word);
    throw this.#error('A value is missing, or is not valid.');
  }

  #isWord(word: string): boolean {
    const token = this.peek();
    return token?.kind === 'word' && token.text.toLowerCase() === word;
  }

  #take(kind: Token['kind']): Token {
    const token = this.peek();
    if (token?.kind !== kind) throw this.#error(`"${token?.text ?? 'the end'}" is not expected.`);
    this.#at += 1;
    return token;
  }
}

/** The router has seen only the escapes of the text, so what they stand for is checked here. */
function readText(json: string): string | undefined {
  try {
    const read: unknown = JSON.parse(json);
    return typeof read === 'string' && isStorableText(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
