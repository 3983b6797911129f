import type { OpenDatabase } from '@org/identity-prisma';
import type { RecordedStatement } from './recorded-statements.js';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Returns PostgreSQL's plan for a statement with these values. As with Prisma, no earlier plan is reused. */
export async function explain({ pool }: OpenDatabase, { text, values }: RecordedStatement): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`PostgreSQL returned no plan for: ${text}`);
  return nodesOf(plan);
}

/** Whether a node of a plan reads a whole table or a whole index. */
export function readsEverything(node: PlanNode): boolean {
  const type = node['Node Type'];
  return type === 'Seq Scan' || (/^Index (?:Only )?Scan$/u.test(type) && node['Index Cond'] === undefined);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
