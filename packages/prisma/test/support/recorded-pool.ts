import pg from 'pg';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface RecordedPool {
  readonly pool: pg.Pool;
  /** What the connections were given so far, oldest first. */
  readonly statements: RecordedStatement[];
}

/** A pool that keeps a list of every statement run on its connections. */
export function openRecordedPool(databaseUrl: string): RecordedPool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const statements: RecordedStatement[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // pg's `query` is overloaded in a way that no replacement can repeat.
    client.query = ((...input: unknown[]) => {
      const { text, values = [] } = input[0] as { text: string; values?: unknown[] };
      statements.push({ text, values });
      return query(...input);
    }) as pg.PoolClient['query'];
  });
  return { pool, statements };
}
