export type Encoding = 'br' | 'gzip';

/**
 * Returns the supported encoding that a client prefers (RFC 9110 §12.5.3), or undefined if the body is sent as it is.
 * Koa's `acceptsEncodings` takes the first of equal weights in the header, and browsers list gzip before Brotli.
 */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  // Node joins repeated headers, so this is never an array, whatever its type says.
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
