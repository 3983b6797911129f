import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { knownClientFields } from '../packages/core/dist/src/clients/known-client-fields.js';
// The table has the fields of the built-in plugins.
import { declareBuiltIn } from '../packages/server/dist/src/built-in-plugins.js';

await declareBuiltIn();

const file = fileURLToPath(new URL('../docs/guides/clients-and-seed.md', import.meta.url));
const place = /(?<=<!-- client fields -->\n)[\s\S]*(?=<!-- \/client fields -->)/u;

// These identify a client. They are not among its fields, because they cannot be changed.
const fixed = [
  ['`id`', 'yes', 'yes', 'yes', 'the `client_id`: 3 to 100 letters, digits, dots, hyphens, underscores'],
  ['`secret`', 'yes', '–', 'yes', '32 to 256 characters. Only its hash is stored'],
];

/** The table of docs/guides/clients-and-seed.md, from the fields that a client has. */
export function clientTable() {
  const fields = [...knownClientFields()].map(([name, field]) => {
    const browser = requirementOf(field.browser, field);
    return [`\`${name}\``, browser, browser, requirementOf(field.machine, field), field.docs];
  });
  const rows = [...fixed, ...fields].map((cells) => `| ${cells.join(' | ')} |`);
  return ['| field | CONFIDENTIAL | SPA | MACHINE | |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** Whether a value is required, or its default. */
function requirementOf(schema, { normally }) {
  if (schema === undefined) return '–';
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'yes';
  if (typeof data === 'boolean') return `\`${data}\``;
  return data === undefined || data.length === 0 ? 'optional' : normally;
}

/** The table that is in the page now. */
export const writtenTable = () => place.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => `\n${clientTable()}\n\n`),
  );
}
