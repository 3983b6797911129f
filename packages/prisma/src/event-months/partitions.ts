import type { ClientBase, Pool } from 'pg';

/** A partition of `identity.events`. */
export interface Partition {
  readonly name: string;
  /** The lowest id that it can hold; null for the first partition. */
  readonly low: string | null;
  /** The lowest id that it cannot hold; null for the last partition. */
  readonly high: string | null;
  /** With its indexes. */
  readonly bytes: number;
}

/** The partitions of the events, oldest first. */
export async function readPartitions(on: Pool | ClientBase): Promise<Partition[]> {
  const { rows } = await on.query<{ name: string; bounds: string; bytes: string }>(
    `SELECT relname AS name, pg_get_expr(relpartbound, oid) AS bounds, pg_total_relation_size(oid) AS bytes
     FROM pg_class WHERE oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'identity.events'::regclass)`,
  );
  return rows.map(partitionOf).sort((one, other) => ((one.low ?? '') < (other.low ?? '') ? -1 : 1));
}

function partitionOf({ name, bounds, bytes }: { name: string; bounds: string; bytes: string }): Partition {
  const found = /^FOR VALUES FROM \((?:'(?<low>[^']+)'|MINVALUE)\) TO \((?:'(?<high>[^']+)'|MAXVALUE)\)$/u.exec(bounds);
  if (!found) throw new Error(`The partition ${name} of identity.events has bounds that this version does not know.`);
  return { name, low: found.groups?.['low'] ?? null, high: found.groups?.['high'] ?? null, bytes: Number(bytes) };
}

/** The name of a table of the schema, for a statement. */
export const tableName = (name: string): string => `identity."${name.replaceAll('"', '""')}"`;

/** The bounds of a partition, for a statement. */
export const boundsSql = (low: string | null, high: string | null): string =>
  `FOR VALUES FROM (${low === null ? 'MINVALUE' : `'${low}'`}) TO (${high === null ? 'MAXVALUE' : `'${high}'`})`;

/** The owner of the events owns their partitions, also if a superuser adds them. */
export async function ownLikeEvents(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; own: boolean }>(
    `SELECT quote_ident(pg_get_userbyid(relowner)) AS owner, pg_get_userbyid(relowner) = current_user AS own
     FROM pg_class WHERE oid = 'identity.events'::regclass`,
  );
  if (rows[0] && !rows[0].own) await client.query(`ALTER TABLE ${table} OWNER TO ${rows[0].owner}`);
}
