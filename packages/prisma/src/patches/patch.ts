/** A symbol of Prisma or pg that we replace or rely on. */
export interface PatchedSymbol {
  /**
   * A path from an instance as it is installed: `db` (Prisma client), `pool` or `client` (pg). With the shape `source`, a name
   * for the code in `file`.
   */
  readonly path: string;
  /** A function with its number of declared parameters, an object, or only source text (`reads` in `file`). */
  readonly shape: { readonly parameters: number } | 'object' | 'source';
  /** Text that its source must contain, if we rely on it. */
  readonly reads?: string;
  /** Its file, beginning with the package. */
  readonly file: string;
}

/** Undocumented symbols of Prisma or pg that we use but do not change. */
export interface Read {
  /** The function or class that uses them, and its file. */
  readonly name: string;
  readonly file: string;
  readonly symbols: readonly PatchedSymbol[];
  /** What Prisma or pg does, and what we do instead. */
  readonly why: string;
}

/** A change to Prisma or pg at run time. */
export interface Patch extends Read {
  /** When it is applied. */
  readonly when: string;
}
