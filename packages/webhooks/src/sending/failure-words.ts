import { PrivateNetworkError } from '@org/identity-core';

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The receiver closed the connection before it responded.',
  EPIPE: 'The receiver closed the connection before it responded.',
  UND_ERR_SOCKET: 'The receiver closed the connection before it responded.',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
};

/** Why no response arrived, for the managers of the webhook. Says nothing about the private network. */
export function failureWords(error: unknown): string {
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof PrivateNetworkError))
    return 'The host is in a private network, which this server does not call.';
  const codes = causes.map(codeOf).filter((code) => code !== undefined);
  const known = codes.map((code) => words[code]).find((word) => word !== undefined);
  if (known) return known;
  const [code] = codes;
  if (code !== undefined && /CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE/u.test(code))
    return `The TLS connection failed (${code}).`;
  return code !== undefined && /TIMEOUT|ETIMEDOUT/u.test(code)
    ? 'The connection timed out.'
    : `The request failed${code === undefined ? '' : ` (${code})`}.`;
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
