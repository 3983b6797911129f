import type { ClientBase } from 'pg';

/** The server is a standby, or a primary that refuses to write. */
export class ReadOnlyServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReadOnlyServerError';
  }
}

/** Throws if the server cannot write: a standby has this setting, and so has a primary that an operator made read-only. */
export async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readonly: string }>(
    `SELECT current_setting('transaction_read_only') AS readonly`,
  );
  if (rows[0]?.readonly !== 'off') throw new ReadOnlyServerError('The database refuses to write.');
}

/** The SQLSTATE of a statement that writes on a read-only server. */
const readOnlyState = '25006';

/** Whether a statement failed because the server is read-only. */
export function isReadOnlyFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === readOnlyState;
}
