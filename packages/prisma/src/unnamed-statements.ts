import type { Pool } from 'pg';

/**
 * Sends every statement of the pool without its name, so that no connection has to remember it. For a pooler that hands
 * each transaction another connection, such as PgBouncer in transaction mode before 1.21.
 */
export function sendUnnamed(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // pg's `query` is overloaded in a way that no replacement can repeat.
    client.query = ((first: string | { name?: string }, ...rest: unknown[]) => {
      if (typeof first === 'string' || first.name === undefined) return query(first, ...rest);
      const { name: _name, ...unnamed } = first;
      return query(unnamed, ...rest);
    }) as typeof client.query;
  });
}
