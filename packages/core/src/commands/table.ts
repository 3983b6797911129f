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
