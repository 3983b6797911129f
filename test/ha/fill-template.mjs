import { readFile, writeFile } from 'node:fs/promises';

const templates = new URL('../../deploy/patroni/', import.meta.url);

/** Writes a file of `deploy/patroni` with every {{name}} replaced. Fails on a name without a value. */
export async function fillTemplate(name, values, path) {
  const text = await readFile(new URL(name, templates), 'utf8');
  const filled = text.replaceAll(/\{\{(\w+)\}\}/gu, (_, key) => {
    if (values[key] === undefined) throw new Error(`deploy/patroni/${name} needs a value for ${key}.`);
    return String(values[key]);
  });
  await writeFile(path, filled, { mode: 0o644 });
}
