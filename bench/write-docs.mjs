import { readFile, writeFile } from 'node:fs/promises';

const folder = new URL('../docs/operations/', import.meta.url);

/** Puts a part into a page of docs/operations, between the two comments with its name. */
export async function writePart(name, markdown, file = 'performance.md') {
  const page = new URL(file, folder);
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`docs/operations/${file} has no comments for "${name}".`);
  await writeFile(page, `${text.slice(0, from + begin.length)}\n\n${markdown}\n\n${text.slice(to)}`);
}

/** Writes a file next to the pages. */
export async function writeBeside(name, content) {
  await writeFile(new URL(name, folder), content);
}

/** The date and the machine of the measurement. */
export async function machine() {
  const { availableParallelism, cpus, loadavg } = await import('node:os');
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0].toFixed(1);
  return `Measured on ${day} on ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}; load average at the end ${load}.`;
}
