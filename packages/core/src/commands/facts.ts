import { printable } from './table.js';

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
