import type { Node } from 'libpg-query';

/** Functions whose result is the same for all rows of a statement, so that PostgreSQL stores a default only once. */
const stable = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting']);

/** Whether a default calls a function that may return another value for each row. */
export function isVolatile(value: Node): boolean {
  if ('FuncCall' in value) {
    const name = value.FuncCall.funcname?.at(-1);
    return (
      !(name && 'String' in name && stable.has(name.String.sval ?? '')) || (value.FuncCall.args ?? []).some(isVolatile)
    );
  }
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isVolatile(value.TypeCast.arg);
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).some(isVolatile);
  if ('A_Expr' in value) return [value.A_Expr.lexpr, value.A_Expr.rexpr].some((side) => side && isVolatile(side));
  // Constants, and CURRENT_TIMESTAMP and its like.
  return !('A_Const' in value || 'SQLValueFunction' in value);
}
