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
