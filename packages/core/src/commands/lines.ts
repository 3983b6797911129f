/** Formats rows as a table for a terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Removes control characters, which could move the cursor or change colours: users choose the names. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
}

/** The lines below a list that has more than one page. */
export function pageLines({ page, pages, total }: { page: number; pages: number; total: number }): string[] {
  if (pages <= 1) return [];
  return ['', `Page ${page} of ${pages}, ${total} in total.${page < pages ? ` Next page: --page ${page + 1}` : ''}`];
}

/** Formats names and values, one line each. Entries without a value are left out. */
export function facts(entries: readonly (readonly [name: string, value: FactValue])[]): string[] {
  const given = entries.flatMap(([name, value]) => {
    const lines = linesOf(value);
    return lines.length === 0 ? [] : [{ name, lines }];
  });
  const width = Math.max(...given.map(({ name }) => name.length));
  return given.flatMap(({ name, lines }) =>
    lines.map((line, index) => `${(index === 0 ? name : '').padEnd(width)}  ${printable(line)}`),
  );
}

/** The value of a fact. A list gets one line per value. */
export type FactValue = string | number | boolean | Date | null | readonly string[];

function linesOf(value: FactValue): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (value instanceof Date) return [value.toISOString()];
  return typeof value === 'object' ? value : [String(value)];
}
