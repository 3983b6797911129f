/** Bytes of a file or a request. */
export type ByteStream = AsyncIterable<Uint8Array | string>;

/** What is wrong with a line. Neither text has a hash or a secret in it. */
export interface LineProblem {
  /** Null if the line cannot be read at all. */
  readonly field: string | null;
  readonly reason: string;
}

/** One entry of a file: what stands there, or why it cannot be read. */
export type Entry =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: LineProblem };

/** Nothing of the file can be read from here on. */
export class ImportFileError extends Error {}

/** This person cannot be read; others can. */
export class PersonProblem extends Error {
  constructor(
    readonly field: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}
