/** A file that everybody can read. Browsers keep it for a year, so its URL has to change with its content. */
export interface FileRoute {
  /** With parameters: `/brand-images/:name`. */
  readonly path: string;
  /** Returns undefined if there is no such file. */
  find(params: Readonly<Record<string, string>>): Promise<PublicFile | undefined>;
}

export interface PublicFile {
  /** For those who save it: letters, digits, dots and hyphens. */
  readonly name: string;
  /** The media type. Browsers do not guess another one. */
  readonly type: string;
  readonly content: Uint8Array;
}
