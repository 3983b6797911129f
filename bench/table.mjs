/** A Markdown table, its columns as wide as their widest cell. */
export function table(heading, rows) {
  const widths = heading.map((_, column) =>
    Math.max(3, ...[heading, ...rows].map((row) => String(row[column]).length)),
  );
  const line = (cells) => `| ${cells.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
