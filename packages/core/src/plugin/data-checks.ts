import type { Vault } from './vault.js';

/** The stored data as a check reads it: read-only, and the same moment for all checks. */
export interface StoredData {
  rows<Row extends object>(sql: string): Promise<Row[]>;
  /** The rows of a statement with a result of any length, page by page. */
  pages<Row extends object>(sql: string): AsyncIterable<readonly Row[]>;
  /** Decrypts values of plugins. */
  readonly vault: Vault;
}

/** What breaks a rule: how many rows, and the ids of some. */
export interface DataProblem {
  readonly count: number;
  readonly examples: readonly string[];
}

/** One check of `identity-server verify`. */
export interface DataCheck {
  /** Unique among all checks, e.g. `tenant-owners`. */
  readonly name: string;
  /** What is true of sound data: one sentence. */
  readonly rule: string;
  /** What to do if it is not. */
  readonly advice: string;
  /** Returns undefined if no row breaks the rule. */
  find(data: StoredData): Promise<DataProblem | undefined>;
}

/** What one plugin contributes to `identity-server verify`. */
export interface DataChecks {
  /** The tables whose rows are counted, by the name that is shown, e.g. `{ users: 'identity.users' }`. */
  readonly counts?: Readonly<Record<string, string>>;
  readonly checks: readonly DataCheck[];
}

/** How many ids a problem names. */
export const maxExamples = 10;

/** A check whose statement selects the rows that break the rule, each by the column `id`. */
export function sqlCheck({ sql, ...described }: Omit<DataCheck, 'find'> & { sql: string }): DataCheck {
  return {
    ...described,
    async find(data) {
      const found = await data.rows<{ id: string; count: number }>(
        `SELECT id::text AS id, (count(*) OVER ())::float8 AS count FROM (${sql}) wrong ORDER BY 1 LIMIT ${maxExamples}`,
      );
      return found[0] && { count: found[0].count, examples: found.map(({ id }) => id) };
    },
  };
}

/** A check that reads every row of a statement, and asks for each whether it is sound. The id names a row that is not. */
export function rowCheck<Row extends object>({
  sql,
  idOf,
  isSound,
  ...described
}: Omit<DataCheck, 'find'> & {
  sql: string;
  idOf: (row: Row) => string;
  isSound: (row: Row, data: StoredData) => boolean;
}): DataCheck {
  return {
    ...described,
    async find(data) {
      let count = 0;
      const examples: string[] = [];
      for await (const page of data.pages<Row>(sql))
        for (const row of page) {
          if (isSound(row, data)) continue;
          count += 1;
          if (examples.length < maxExamples) examples.push(idOf(row));
        }
      return count === 0 ? undefined : { count, examples };
    },
  };
}
