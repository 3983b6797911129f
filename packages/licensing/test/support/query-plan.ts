import type { OpenDatabase } from '@org/identity-prisma';
import { type PlanNode, type RecordedStatement, readsEverything } from '@org/identity-testing';

/** The parts of a statement's plan that read a whole table or index. */
export async function wholeReads(
  database: OpenDatabase,
  statement: RecordedStatement,
  tables: ReadonlySet<string> = large,
): Promise<string[]> {
  const nodes = await planOf(database, statement);
  return nodes
    .filter((node) => tables.has(node['Relation Name'] ?? '') && readsEverything(node))
    .map((node) => `${node['Node Type']} on ${node['Relation Name']}: ${statement.text}`);
}

/** The node below each LIMIT of a statement; if it is a sort, all rows have been read. */
export async function cutBy(database: OpenDatabase, statement: RecordedStatement): Promise<string[]> {
  const limits = (await planOf(database, statement)).filter((node) => node['Node Type'] === 'Limit');
  return limits.flatMap(({ Plans = [] }) => Plans.map((node) => node['Node Type']));
}

/** The nodes of a statement's plan, both for its values and, as PostgreSQL may choose later, for any values. */
async function planOf({ pool }: OpenDatabase, { text, values }: RecordedStatement): Promise<PlanNode[]> {
  const client = await pool.connect();
  try {
    const nodes: PlanNode[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      await client.query(`PREPARE explained AS ${text}`);
      const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(asText(value))));
      const execute = `EXECUTE explained${literals.length > 0 ? `(${literals.join(', ')})` : ''}`;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${execute}`);
      await client.query('DEALLOCATE explained');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (!plan) throw new Error(`PostgreSQL explained nothing: ${text}`);
      nodes.push(...nodesOf(plan));
    }
    return nodes;
  } finally {
    client.release(true);
  }
}

// Small tables may be read as a whole: there are few applications and license types.
const large = new Set([
  'seats',
  'memberships',
  'member_words',
  'users',
  'subscriptions',
  'tenants',
  'events',
  'seat_periods',
]);

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** A value in the text form that pg sends. */
function asText(value: unknown): string {
  if (Array.isArray(value)) {
    const entry = (each: unknown) => (each === null ? 'NULL' : `"${asText(each).replaceAll(/[\\"]/gu, '\\$&')}"`);
    return `{${value.map(entry).join(',')}}`;
  }
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
