import type { Node } from 'libpg-query';
import type { ParsedMigration } from './parse-migration.js';

/** Collects the columns that have a validated check against NULL: PostgreSQL then sets NOT NULL without reading the table. */
export function createProofs() {
  /** `table.constraint` → `table.column` of the constraints that are not validated yet. */
  const claims = new Map<string, string>();
  const columns = new Set<string>();
  return {
    columns,
    learn({ statements }: ParsedMigration): void {
      for (const { node } of statements) {
        if (!('AlterTableStmt' in node)) continue;
        const { relation, cmds = [] } = node.AlterTableStmt;
        for (const command of cmds) {
          if (!('AlterTableCmd' in command)) continue;
          const { subtype, name, def } = command.AlterTableCmd;
          if (def && 'Constraint' in def) {
            const column = columnOf(def.Constraint.raw_expr);
            if (column) claims.set(`${relation?.relname}.${def.Constraint.conname}`, `${relation?.relname}.${column}`);
          }
          const proven = claims.get(`${relation?.relname}.${name}`);
          if (subtype === 'AT_ValidateConstraint' && proven) columns.add(proven);
        }
      }
    },
  };
}

/** The column of the expression `column IS NOT NULL`. */
function columnOf(expression: Node | undefined): string | undefined {
  if (!expression || !('NullTest' in expression) || expression.NullTest.nulltesttype !== 'IS_NOT_NULL')
    return undefined;
  const { arg } = expression.NullTest;
  const field = arg && 'ColumnRef' in arg ? arg.ColumnRef.fields?.at(-1) : undefined;
  return field && 'String' in field ? field.String.sval : undefined;
}
