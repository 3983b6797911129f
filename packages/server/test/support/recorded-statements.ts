import type { OpenDatabase } from '@org/identity-prisma';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Keeps a list of every statement that connections opened from now on are given, oldest first. */
export function recordStatements({ pool }: OpenDatabase): RecordedStatement[] {
  const statements: RecordedStatement[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // pg's `query` is overloaded in a way that no replacement can repeat.
    client.query = ((...input: unknown[]) => {
      const [first, second] = input as [string | { text: string; values?: unknown[] }, unknown];
      if (typeof first === 'string') statements.push({ text: first, values: Array.isArray(second) ? second : [] });
      else statements.push({ text: first.text, values: first.values ?? [] });
      return query(...input);
    }) as typeof client.query;
  });
  return statements;
}

/** Whether a statement reads or writes rows; the others begin and end transactions. */
export function touchesRows({ text }: RecordedStatement): boolean {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/iu.test(text);
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** How PostgreSQL would run a statement with just these values, as Prisma has it run: without a kept plan. */
export async function explain({ pool }: OpenDatabase, { text, values }: RecordedStatement): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error(`PostgreSQL explained nothing: ${text}`);
  return nodesOf(plan);
}

/** Whether a part of a plan reads a whole table, or a whole index from one end to the other. */
export function readsEverything(node: PlanNode): boolean {
  const type = node['Node Type'];
  return type === 'Seq Scan' || (/^Index (?:Only )?Scan$/u.test(type) && node['Index Cond'] === undefined);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
