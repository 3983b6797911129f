import type { OpenDatabase } from '@org/identity-prisma';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records every statement of the connections that are opened from now on, oldest first. */
export function recordStatements({ pool }: OpenDatabase): RecordedStatement[] {
  const statements: RecordedStatement[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // TypeScript cannot express a replacement for the overloads of pg's `query`.
    client.query = ((...input: unknown[]) => {
      const [first, second] = input as [string | { text: string; values?: unknown[] }, unknown];
      if (typeof first === 'string') statements.push({ text: first, values: Array.isArray(second) ? second : [] });
      else statements.push({ text: first.text, values: first.values ?? [] });
      return query(...input);
    }) as typeof client.query;
  });
  return statements;
}

/** Whether a statement reads or writes rows. Other statements begin and end transactions. */
export function touchesRows({ text }: RecordedStatement): boolean {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/iu.test(text);
}
