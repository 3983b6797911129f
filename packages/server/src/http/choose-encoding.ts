export type Encoding = 'br' | 'gzip';

/**
 * Returns the encoding that a client prefers of those we have (RFC 9110 §12.5.3), or undefined if the body is sent as it is.
 * Not Koa's `acceptsEncodings`: of equal weights it takes the first in the header, and browsers name gzip before Brotli.
 */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  // Node joins a header that came twice; a list is only in its types.
  if (typeof accepted !== 'string' || accepted === '') return undefined;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/u.exec(text)?.[1]).find((found) => found !== undefined);
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  // Brotli is smaller, so it wins a tie.
  const [chosen, weight] = br >= gzip ? (['br', br] as const) : (['gzip', gzip] as const);
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? chosen : undefined;
}
