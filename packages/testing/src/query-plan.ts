import type { OpenDatabase } from '@org/identity-prisma';
import type { RecordedStatement } from './recorded-statements.js';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  /** After ANALYZE: the rows of one loop, and how many loops there were. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Heap Fetches'?: number;
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

/** Runs a SELECT and returns how many entries it read from tables and indexes, and how many of those were rows of tables. */
export async function countReads(
  { pool }: OpenDatabase,
  { text, values }: RecordedStatement,
): Promise<{ entries: number; rows: number }> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`PostgreSQL returned no plan for: ${text}`);
  const scans = nodesOf(plan).filter((node) => /Scan$/u.test(node['Node Type']) && !node.Plans);
  const reads = scans.map((node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const entries = ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0);
    return { entries, rows: node['Node Type'] === 'Index Only Scan' ? (node['Heap Fetches'] ?? 0) : entries };
  });
  const sum = (name: 'entries' | 'rows') => reads.reduce((total, read) => total + read[name], 0);
  return { entries: sum('entries'), rows: sum('rows') };
}

/** The table that a node of a plan reads. A partition of the events counts as the table of the events. */
export function tableOf(node: PlanNode): string {
  return (node['Relation Name'] ?? '').replace(/^events_.+/u, 'events');
}

/** Whether a node of a plan reads a whole table or a whole index. */
export function readsEverything(node: PlanNode): boolean {
  const type = node['Node Type'];
  return type === 'Seq Scan' || (/^Index (?:Only )?Scan$/u.test(type) && node['Index Cond'] === undefined);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
