import type { Node } from 'libpg-query';
import type { Finding } from './finding.js';
import type { ParsedMigration } from './parse-migration.js';

/** The rules of a migration that runs outside of a transaction: one statement that can be repeated after a crash. */
export function checkOutside({ statements }: ParsedMigration): Finding[] {
  const [first, second] = statements;
  if (!first || second) return [{ rule: 'outside-one-statement', line: second?.line ?? 1 }];
  return isRepeatable(first.node) ? [] : [{ rule: 'outside-one-statement', line: first.line }];
}

function isRepeatable(node: Node): boolean {
  if ('IndexStmt' in node) {
    const { concurrent, if_not_exists: repeatable, idxname } = node.IndexStmt;
    return Boolean(concurrent && repeatable && idxname);
  }
  if ('DropStmt' in node) return Boolean(node.DropStmt.concurrent && node.DropStmt.missing_ok);
  // It commits its batches itself. Its condition has to leave out the rows that are done.
  return 'DoStmt' in node;
}
