import type { Pool } from 'pg';

/** The first argument of pg's `query`: the text of a statement, or an object with the text, a name and values. */
type FirstArgument = string | { readonly text?: string; readonly name?: string };

/**
 * Makes the pool send every statement without its name, so that no connection prepares it. For a pooler that may use
 * another connection for each transaction, such as PgBouncer in transaction mode before version 1.21. Call it before the
 * pool opens its first connection.
 */
export function sendUnnamed(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // TypeScript cannot express a replacement for the overloads of pg's `query`.
    client.query = ((first: FirstArgument, ...rest: unknown[]) =>
      query(withoutName(first), ...rest)) as typeof client.query;
  });
}

function withoutName(first: FirstArgument): FirstArgument {
  if (typeof first === 'string' || first.name === undefined) return first;
  const { name: _name, ...unnamed } = first;
  return unnamed;
}
