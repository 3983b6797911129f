import type { AlterTableCmd, ColumnDef, Constraint } from 'libpg-query';
import type { Rule } from './finding.js';
import { isVolatile } from './is-volatile.js';

/** What earlier migrations proved: `table.column` of every column with a validated check against NULL. */
export type ProvenColumns = ReadonlySet<string>;

/** The rules that one command of ALTER TABLE breaks on a table that has existed before this migration. */
export function checkAlterTable(table: string, command: AlterTableCmd, proven: ProvenColumns): Rule[] {
  const column = command.def && 'ColumnDef' in command.def ? command.def.ColumnDef : undefined;
  const constraint = command.def && 'Constraint' in command.def ? command.def.Constraint : undefined;
  switch (command.subtype) {
    case 'AT_AddColumn':
      return column ? checkNewColumn(column) : [];
    case 'AT_AddConstraint':
      return constraint ? checkNewConstraint(constraint) : [];
    case 'AT_AlterColumnType':
      return ['column-type'];
    case 'AT_DropColumn':
      return ['drop'];
    case 'AT_ColumnDefault':
      return command.def ? [] : ['drop-default'];
    case 'AT_DropNotNull':
      return ['drop-not-null'];
    case 'AT_SetNotNull':
      return proven.has(`${table}.${command.name}`) ? [] : ['set-not-null'];
    case 'AT_SetTableSpace':
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_AttachPartition':
    case 'AT_DetachPartition':
      return ['table-lock'];
    default:
      return [];
  }
}

function checkNewColumn(column: ColumnDef): Rule[] {
  const constraints = (column.constraints ?? []).flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const of = (type: Constraint['contype']) => constraints.find(({ contype }) => contype === type);
  const value = of('CONSTR_DEFAULT')?.raw_expr;
  const computed = of('CONSTR_GENERATED') ?? of('CONSTR_IDENTITY');
  const serial = /^(?:small|big)?serial\d?$/u.test(lastName(column));
  const found: Rule[] = [];
  if (of('CONSTR_NOTNULL') && !value && !computed && !serial) found.push('required-column');
  if (computed || serial || (value && isVolatile(value))) found.push('volatile-default');
  if (of('CONSTR_UNIQUE') || of('CONSTR_PRIMARY')) found.push('unique-using-index');
  // Without a default the column is NULL everywhere, so PostgreSQL has nothing to check.
  if (of('CONSTR_CHECK') || (of('CONSTR_FOREIGN') && value)) found.push('not-valid');
  return found;
}

function checkNewConstraint(constraint: Constraint): Rule[] {
  switch (constraint.contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      return constraint.skip_validation ? [] : ['not-valid'];
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return constraint.indexname ? [] : ['unique-using-index'];
    case 'CONSTR_EXCLUSION':
      return ['unique-using-index'];
    case 'CONSTR_NOTNULL':
      return ['set-not-null'];
    default:
      return [];
  }
}

function lastName(column: ColumnDef): string {
  const name = column.typeName?.names?.at(-1);
  return name && 'String' in name ? (name.String.sval ?? '') : '';
}
