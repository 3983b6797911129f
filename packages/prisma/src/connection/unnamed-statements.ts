import type { Pool } from 'pg';

/** What pg's `query` takes first: the text of a statement, or the text with a name and values. */
type FirstArgument = string | { readonly text?: string; readonly name?: string };

/**
 * Sends every statement of the pool without its name, so that no connection has to remember it. For a pooler that hands
 * each transaction another connection, such as PgBouncer in transaction mode before 1.21. To be called before the first
 * connection.
 */
export function sendUnnamed(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // pg's `query` is overloaded in a way that no replacement can repeat.
    client.query = ((first: FirstArgument, ...rest: unknown[]) =>
      query(withoutName(first), ...rest)) as typeof client.query;
  });
}

function withoutName(first: FirstArgument): FirstArgument {
  if (typeof first === 'string' || first.name === undefined) return first;
  const { name: _name, ...unnamed } = first;
  return unnamed;
}
