import type { Node, RangeVar } from 'libpg-query';
import { checkAlterTable, type ProvenColumns } from './check-alter-table.js';
import type { Rule } from './finding.js';

/** What is known when a statement is checked. */
export interface Known {
  /** The tables that this migration has created. Nobody uses them yet. */
  readonly created: ReadonlySet<string>;
  readonly proven: ProvenColumns;
  /** The constraints that this migration has added: `table.constraint`. */
  readonly added: ReadonlySet<string>;
}

const droppable = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_TYPE', 'OBJECT_FUNCTION']);
const timeouts = /^(?:lock|statement|transaction|idle_in_transaction_session)_timeout$/u;

/** The rules that a statement of a migration in a transaction breaks. */
export function checkStatement(node: Node, known: Known): Rule[] {
  const isNew = (table: RangeVar | undefined) => known.created.has(table?.relname ?? '');
  if ('AlterTableStmt' in node) return checkAlterations(node.AlterTableStmt, known);
  if ('IndexStmt' in node) {
    if (node.IndexStmt.concurrent) return ['outside-marker'];
    return isNew(node.IndexStmt.relation) ? [] : ['index-concurrently'];
  }
  if ('DropStmt' in node) {
    const { removeType = 'OBJECT_TABLE', concurrent } = node.DropStmt;
    if (removeType === 'OBJECT_INDEX') return [concurrent ? 'outside-marker' : 'index-concurrently'];
    return droppable.has(removeType) ? ['drop'] : [];
  }
  if ('RenameStmt' in node) return isNew(node.RenameStmt.relation) ? [] : ['rename'];
  if ('AlterEnumStmt' in node) return [node.AlterEnumStmt.oldVal ? 'rename' : 'enum-value'];
  if ('UpdateStmt' in node) return isNew(node.UpdateStmt.relation) ? [] : ['rows-in-transaction'];
  if ('DeleteStmt' in node) return isNew(node.DeleteStmt.relation) ? [] : ['rows-in-transaction'];
  if ('MergeStmt' in node) return isNew(node.MergeStmt.relation) ? [] : ['rows-in-transaction'];
  if ('InsertStmt' in node) return readsRows(node.InsertStmt.selectStmt) ? ['rows-in-transaction'] : [];
  if ('VariableSetStmt' in node) return timeouts.test(node.VariableSetStmt.name ?? '') ? ['own-timeouts'] : [];
  if ('TransactionStmt' in node) return ['transaction-control'];
  if ('LockStmt' in node || 'TruncateStmt' in node || 'VacuumStmt' in node || 'RepackStmt' in node)
    return ['table-lock'];
  if ('ClusterStmt' in node || 'ReindexStmt' in node || 'RefreshMatViewStmt' in node) return ['table-lock'];
  if ('DoStmt' in node || 'CallStmt' in node || 'SelectStmt' in node || 'CreateTableAsStmt' in node)
    return ['opaque-block'];
  return [];
}

type AlterTableStmt = Extract<Node, { AlterTableStmt: unknown }>['AlterTableStmt'];

function checkAlterations({ relation, cmds = [] }: AlterTableStmt, { created, proven, added }: Known): Rule[] {
  const table = relation?.relname ?? '';
  if (created.has(table)) return [];
  return cmds.flatMap((command): Rule[] => {
    if (!('AlterTableCmd' in command)) return [];
    const { subtype, name } = command.AlterTableCmd;
    if (subtype === 'AT_ValidateConstraint') return added.has(`${table}.${name}`) ? ['validate-later'] : [];
    return checkAlterTable(table, command.AlterTableCmd, proven);
  });
}

/** Whether an INSERT copies rows of tables, instead of listing its values. */
function readsRows(select: Node | undefined): boolean {
  return select !== undefined && 'SelectStmt' in select && (select.SelectStmt.fromClause ?? []).length > 0;
}
