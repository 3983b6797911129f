import type { Prisma } from '../generated/client.js';

/**
 * The fields of clients that plugins declare. All are in one column, besides those that had a column before plugins could
 * declare fields: the version before reads them there.
 */
const ownColumns = { licenseClaims: 'license_claims', groupClaims: 'group_claims' } as const;

/** The columns of these fields in a statement. */
export const fieldColumns: readonly string[] = [...Object.values(ownColumns), 'plugin_fields'];

export interface FieldColumns {
  license_claims: boolean;
  group_claims: boolean;
  plugin_fields: Readonly<Record<string, unknown>>;
}

type OwnColumn = keyof typeof ownColumns;
const hasOwnColumn = (name: string): name is OwnColumn => Object.hasOwn(ownColumns, name);

/** The stored value of a field; undefined if the client has none. */
export const storedField = (row: FieldColumns, name: string): unknown =>
  hasOwnColumn(name) ? row[ownColumns[name]] : row.plugin_fields[name];

/** The same as the database client names the columns. */
export interface FieldsOfRow {
  licenseClaims: boolean;
  groupClaims: boolean;
  pluginFields: unknown;
}

/** The stored value of a field in a row that the database client has read. */
export function fieldOfRow(row: FieldsOfRow, name: string): unknown {
  return hasOwnColumn(name) ? row[name] : valuesIn(row.pluginFields)[name];
}

/**
 * The columns of a client with these values; undefined removes one. Fields that are not among them, such as those of a plugin
 * that is gone, stay as they are `before`.
 */
export function rowOfFields(
  values: Readonly<Record<string, unknown>>,
  before?: Pick<FieldsOfRow, 'pluginFields'> | null,
) {
  const stored = Object.entries({ ...valuesIn(before?.pluginFields), ...values });
  const others = stored.filter(([name, value]) => value !== undefined && !hasOwnColumn(name));
  return {
    ...('licenseClaims' in values ? { licenseClaims: values['licenseClaims'] === true } : {}),
    ...('groupClaims' in values ? { groupClaims: values['groupClaims'] === true } : {}),
    // The schema of each field has made its value of JSON.
    pluginFields: Object.fromEntries(others) as Prisma.InputJsonObject,
  };
}

const valuesIn = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {};
