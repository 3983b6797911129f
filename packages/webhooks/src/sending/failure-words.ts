import { PrivateNetworkError } from '@org/identity-core';

/** Why no response arrived. */
export interface Failure {
  /** For the managers of the webhook. */
  readonly words: string;
  /** For the log of the operator. */
  readonly reason: string;
}

const unreachable = 'The host cannot be reached.';
const closed = 'The receiver closed the connection before it responded.';

// One text for a name that does not exist, that is inside, and that refuses: managers choose the names, and otherwise they
// could find out which hosts the private network has.
const words: Readonly<Record<string, string>> = {
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
};

/** Says why no response arrived: to the managers of the webhook nothing about the private network, to the operator all. */
export function failureOf(error: unknown): Failure {
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof PrivateNetworkError))
    return { words: unreachable, reason: 'private network' };
  const codes = causes.map(codeOf).filter((code) => code !== undefined);
  const known = codes.find((code) => words[code] !== undefined);
  const code = known ?? codes[0];
  return { words: wordsOf(code), reason: code ?? (error instanceof Error ? error.message : 'unknown') };
}

function wordsOf(code: string | undefined): string {
  if (code === undefined) return 'The request failed.';
  const known = words[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE/u.test(code)) return `The TLS connection failed (${code}).`;
  return /TIMEOUT|ETIMEDOUT/u.test(code) ? 'The connection timed out.' : `The request failed (${code}).`;
}

/** An error, what caused it, and so on. A failed connection to several IPs has several causes. */
function causesOf(error: unknown, depth = 0): readonly unknown[] {
  if (!(error instanceof Error) || depth > 5) return [error];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...parts].filter(Boolean).flatMap((cause) => causesOf(cause, depth + 1))];
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
