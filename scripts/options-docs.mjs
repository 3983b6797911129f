import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ServerSettings } from '../packages/runtime/dist/src/options.js';

// The same zod that the schema was made with.
const { z } = createRequire(new URL('../packages/runtime/package.json', import.meta.url))('zod');
const file = fileURLToPath(new URL('../docs/reference/configuration.md', import.meta.url));
const place = /(?<=<!-- options -->\n)[\s\S]*(?=<!-- \/options -->)/u;

/** The table of docs/reference/configuration.md, from the schema that reads the options. */
export function optionsTable() {
  const schema = z.toJSONSchema(ServerSettings, { io: 'input', unrepresentable: 'any' });
  const rows = rowsOf(schema).map((cells) => `| ${cells.join(' | ')} |`);
  return ['| option | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function rowsOf({ properties = {}, required = [] }, prefix = '') {
  return Object.entries(properties).flatMap(([name, schema]) => {
    // A schema with a description is one option, even if it is an object.
    if (schema.description === undefined) return rowsOf(schema, `${prefix}${name}.`);
    return [[`\`${prefix}${name}\``, defaultOf(schema, required.includes(name), prefix), whyOf(schema)]];
  });
}

function defaultOf({ default: normal }, isRequired, prefix) {
  if (normal === undefined) return isRequired ? 'required' : 'absent';
  if (prefix === 'lifetimes.') return timeOf(normal);
  return `\`${typeof normal === 'string' ? `'${normal}'` : normal}\``;
}

const units = [
  ['d', 24 * 60 * 60],
  ['h', 60 * 60],
  ['min', 60],
  ['s', 1],
];

/** Seconds in the largest unit that fits. */
function timeOf(seconds) {
  const [unit, size] = units.find(([, length]) => seconds % length === 0);
  return `${seconds / size} ${unit}`;
}

/** The description, with the allowed words or the bounds of a number. */
function whyOf({ description, enum: words, minimum, maximum }) {
  if (words) return `${description} One of ${words.map((word) => `\`'${word}'\``).join(', ')}.`;
  if (minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return description;
  return `${description} ${minimum} to ${maximum}.`;
}

/** The cells of a table, without padding. */
export function cellsOf(table) {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/u, '-')));
}

/** The table that is in the page now. */
export function writtenTable() {
  return place.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => `\n${optionsTable()}\n\n`),
  );
}
