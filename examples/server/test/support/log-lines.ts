import type { IdentityServerOptions } from '@org/identity-server';

/** A logger that records every line of every level as text, errors with their stack. */
export function logLines(): { logger: NonNullable<IdentityServerOptions['logger']>; lines: string[] } {
  const lines: string[] = [];
  const record = (fields: object, message: string) => {
    const readable = (_: string, value: unknown) => (value instanceof Error ? `${value.stack}` : value);
    lines.push(`${message} ${JSON.stringify(fields, readable)}`);
  };
  return { logger: { debug: record, info: record, warn: record, error: record }, lines };
}
