import { isOutsideTransaction } from '@org/identity-prisma';
import { loadModule, type Node, parseSync } from 'libpg-query';

await loadModule();

/** A migration as PostgreSQL's own parser reads it. */
export interface ParsedMigration {
  readonly name: string;
  readonly sql: string;
  /** Whether its first line says that it runs outside of a transaction. */
  readonly outside: boolean;
  readonly statements: readonly ParsedStatement[];
}

export interface ParsedStatement {
  readonly node: Node;
  readonly line: number;
}

/** Reads the statements of a migration. */
export function parseMigration(name: string, sql: string): ParsedMigration {
  const bytes = Buffer.from(sql);
  const statements = (parseSync(sql).stmts ?? []).map(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    if (!stmt) throw new Error(`${name} contains a statement that was not understood.`);
    // The location is in bytes, and includes the comments in front of the statement.
    const text = bytes.subarray(start, length === undefined ? undefined : start + length).toString();
    const comments = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/u.exec(text)?.[0] ?? '';
    return { node: stmt, line: `${bytes.subarray(0, start).toString()}${comments}`.split('\n').length };
  });
  return { name, sql, outside: isOutsideTransaction({ sql }), statements };
}
