/** A JSON text of 10,000 levels. */
export const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`;

/** A text in the encoding of a part of a JWT. */
export function toBase64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
