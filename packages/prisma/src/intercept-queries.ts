import type { Pool } from 'pg';

/** What pg's `query` takes first: the text of a statement, or the text with a name and values. */
export type FirstArgument = string | { readonly text?: string; readonly name?: string };

/** Passes every statement of the pool's connections through a function, whichever way it comes. Before the first connection. */
export function interceptQueries(pool: Pool, change: (first: FirstArgument) => FirstArgument): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // pg's `query` is overloaded in a way that no replacement can repeat.
    client.query = ((first: FirstArgument, ...rest: unknown[]) => query(change(first), ...rest)) as typeof client.query;
  });
}
