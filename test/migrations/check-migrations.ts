import { checkOutside } from './check-outside.js';
import { checkStatement } from './check-statement.js';
import { applyExemptions } from './exemptions.js';
import { type Finding, rules } from './finding.js';
import { type ParsedMigration, type ParsedStatement, parseMigration } from './parse-migration.js';
import { createProofs } from './proofs.js';

/** Returns what is wrong with migrations, oldest first: one line for each finding. `released` is the version of the last release. */
export function checkMigrations(
  migrations: readonly { name: string; sql: string }[],
  { released, isHistory = () => false }: { released: string; isHistory?: (name: string) => boolean },
): string[] {
  const proofs = createProofs();
  return migrations.flatMap(({ name, sql }) => {
    const migration = parseMigration(name, sql);
    const findings = isHistory(name) ? [] : applyExemptions(sql, check(migration, proofs.columns), released);
    // Only later migrations can rely on what this one proves.
    proofs.learn(migration);
    return findings.map(({ rule, line }) => `${name}, line ${line}: ${rule}. ${rules[rule]}`);
  });
}

function check(migration: ParsedMigration, proven: ReadonlySet<string>): Finding[] {
  if (migration.outside) return checkOutside(migration);
  const created = new Set<string>();
  const added = new Set<string>();
  return migration.statements.flatMap(({ node, line }) => {
    const found = checkStatement(node, { created, added, proven }).map((rule) => ({ rule, line }));
    if ('CreateStmt' in node) created.add(node.CreateStmt.relation?.relname ?? '');
    for (const constraint of addedConstraints({ node })) added.add(constraint);
    return found;
  });
}

function addedConstraints({ node }: Pick<ParsedStatement, 'node'>): string[] {
  if (!('AlterTableStmt' in node)) return [];
  const { relation, cmds = [] } = node.AlterTableStmt;
  return cmds.flatMap((command) => {
    const definition = 'AlterTableCmd' in command ? command.AlterTableCmd.def : undefined;
    const name = definition && 'Constraint' in definition ? definition.Constraint.conname : undefined;
    return name ? [`${relation?.relname}.${name}`] : [];
  });
}
