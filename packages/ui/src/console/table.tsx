import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly label: string;
  /** For columns whose meaning is plain to see, such as checkboxes and buttons. Screen readers still read the label. */
  readonly hiddenLabel?: boolean;
  /** Numbers are aligned to the right. */
  readonly numeric?: boolean;
  cell(row: Row): ComponentChildren;
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

/** A table. In a narrow window each row becomes a block with one line per column. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const header = columns.findIndex(({ hiddenLabel }) => !hiddenLabel);
  return (
    <table class="table">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, hiddenLabel, numeric }) => (
            <th key={label} scope="col" class={numeric ? 'number' : undefined}>
              {hiddenLabel ? <span class="hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => (
              <Cell key={column.label} column={column} row={row} isHeader={index === header} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row, isHeader }: { column: Column<Row>; row: Row; isHeader: boolean }) {
  const { label, hiddenLabel, numeric, cell } = column;
  const shown = hiddenLabel || isHeader ? undefined : label;
  const kind = numeric ? 'number' : undefined;
  if (isHeader)
    return (
      <th scope="row" class={kind}>
        {cell(row)}
      </th>
    );
  return (
    <td class={kind} data-label={shown}>
      {cell(row)}
    </td>
  );
}
