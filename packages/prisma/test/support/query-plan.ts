import type pg from 'pg';
import type { RecordedStatement } from './recorded-pool.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** PostgreSQL first plans a prepared statement for its values, and later perhaps once for all values. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/** Returns the parts of the plan that read one of these tables, or an index of it, as a whole. */
export async function wholeReads(
  connection: pg.Client,
  statement: RecordedStatement,
  options: { mode: PlanMode; tables: ReadonlySet<string> },
): Promise<string[]> {
  const plan = await explain(connection, statement, options.mode);
  return nodesOf(plan)
    .filter((node) => options.tables.has(node['Relation Name'] ?? '') && readsEverything(node))
    .map((node) => `${node['Node Type']} on ${node['Relation Name']}`);
}

function readsEverything(node: PlanNode): boolean {
  const type = node['Node Type'];
  return type === 'Seq Scan' || (/^Index (?:Only )?Scan$/u.test(type) && node['Index Cond'] === undefined);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function explain(connection: pg.Client, { text, values }: RecordedStatement, mode: PlanMode): Promise<PlanNode> {
  await connection.query(`SET plan_cache_mode = ${mode}`);
  await connection.query(`PREPARE explained AS ${text}`);
  try {
    const literals = values.map((value) => (value === null ? 'NULL' : connection.escapeLiteral(asText(value))));
    const execute = `EXECUTE explained${literals.length > 0 ? `(${literals.join(', ')})` : ''}`;
    const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${execute}`);
    if (!rows[0]) throw new Error('PostgreSQL returned no plan');
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await connection.query('DEALLOCATE explained');
  }
}

/** Returns a value in the text form that pg sends. */
function asText(value: unknown): string {
  if (Array.isArray(value)) {
    const entry = (each: unknown) => (each === null ? 'NULL' : `"${asText(each).replaceAll(/[\\"]/gu, '\\$&')}"`);
    return `{${value.map(entry).join(',')}}`;
  }
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
