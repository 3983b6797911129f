import type { ClientBase } from 'pg';

/**
 * Returns, for each statement that a connection has prepared, one that makes PostgreSQL plan it again. It fails if the
 * columns of the result have changed since, and runs nothing.
 */
export async function explainPrepared(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parameters: number }>(
    'SELECT name, cardinality(parameter_types) AS parameters FROM pg_prepared_statements ORDER BY name',
  );
  return rows.map(({ name, parameters }) => {
    const values = Array.from({ length: parameters }, () => 'NULL').join(', ');
    return `EXPLAIN EXECUTE "${name}"${values && `(${values})`}`;
  });
}
