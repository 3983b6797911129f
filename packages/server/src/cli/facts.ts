import { printable } from './table.js';

/** What is known of one thing, a line for each fact; facts without a value are left out. */
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

/** What a fact can be; a list has a line for each value. */
export type FactValue = string | number | boolean | Date | null | readonly string[];

function linesOf(value: FactValue): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (value instanceof Date) return [value.toISOString()];
  return typeof value === 'object' ? value : [String(value)];
}
