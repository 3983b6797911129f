import pg from 'pg';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface RecordedPool {
  readonly pool: pg.Pool;
  /** All statements so far, oldest first. */
  readonly statements: RecordedStatement[];
}

/** Opens a pool that records every statement of its connections. */
export function openRecordedPool(databaseUrl: string): RecordedPool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const statements: RecordedStatement[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // TypeScript cannot express a replacement for the overloads of pg's `query`.
    client.query = ((...input: unknown[]) => {
      const { text, values = [] } = input[0] as { text: string; values?: unknown[] };
      statements.push({ text, values });
      return query(...input);
    }) as pg.PoolClient['query'];
  });
  return { pool, statements };
}
