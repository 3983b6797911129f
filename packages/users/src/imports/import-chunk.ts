import { importOne, importTogether } from './import-batch.js';
import type { ImportRun } from './import-run.js';
import { type Looked, lookAt } from './look-at-lines.js';
import type { ReadChunk } from './read-chunk.js';

/**
 * Imports the lines of a chunk after `from`, in their order. Lines in a row share one transaction, unless one of them needs its
 * own; the progress is written in it.
 */
export async function importChunk(run: ImportRun, chunk: ReadChunk, from: number, signal: AbortSignal): Promise<void> {
  const looked = await lookAt(run, chunk, from);
  let batch: Looked[] = [];
  const flush = async () => {
    const lines = batch;
    batch = [];
    await importBatch(run, lines);
  };
  for (const line of looked) {
    if (signal.aborted) return;
    if (line.kind !== 'one') {
      batch.push(line);
      continue;
    }
    await flush();
    await importOne(run, line);
  }
  await flush();
  const last = looked.at(-1);
  const lastLine = last === undefined ? from : last.kind === 'done' ? last.result.line : last.line;
  if (lastLine < chunk.lastLine) await run.passTo(chunk.lastLine);
}

async function importBatch(run: ImportRun, lines: readonly Looked[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const of = <Kind extends Looked['kind']>(kind: Kind) =>
    lines.filter((line): line is Extract<Looked, { kind: Kind }> => line.kind === kind);
  const done = of('done').map(({ result }) => result);
  if (done.length === lines.length) return run.record(done);
  if (lines.length === 1 && first.kind !== 'done') return importOne(run, first);
  if (await importTogether(run, { created: of('new'), known: of('known'), done })) return;
  // One of them is refused, or has changed meanwhile. Its half finds out which one; the other half stays together.
  const middle = Math.ceil(lines.length / 2);
  await importBatch(run, lines.slice(0, middle));
  await importBatch(run, lines.slice(middle));
}
