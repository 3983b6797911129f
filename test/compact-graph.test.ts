import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';

// The scripts have no types.
const { movePositions } = (await import(new URL('../../scripts/prepare/compact-graph.mjs', import.meta.url).href)) as {
  movePositions(graph: Buffer, by: number): Buffer;
};

test('every position in the list of names moves, and nothing else', (t) => {
  const input = (name: number[], names: number[]) => [1, ...name, 7, 0, 3, ...names, 2];
  const output = (name: number[]) => [1, ...name, 0, 9];
  const graph = (one: number[], other: number[], optional: number[]) =>
    Buffer.from([2, 1, 1, ...input(one, optional), ...input(other, [0]), ...output(one), ...other, 1, 0]);
  const moved = movePositions(graph([5], [200, 1], [6]), 1000);
  // Seven bits in each byte, the lowest first: 1005, 1200 and 1006.
  t.deepEqual(moved, graph([0xed, 7], [0xb0, 9], [0xee, 7]));
});

test('a graph of another format is refused', (t) => {
  t.throws(() => movePositions(Buffer.from([0, 0, 0, 1]), 1000), { message: /another format/u });
});

test('opening the database takes less than 8 MB', async (t) => {
  const program = `
    const { openDatabase } = await import('@org/identity-prisma');
    gc();
    const before = process.memoryUsage().heapUsed;
    globalThis.database = openDatabase({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
    gc();
    console.log(process.memoryUsage().heapUsed - before);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', program],
    { cwd: new URL('../..', import.meta.url) },
  );
  const bytes = Number(stdout.trim().split('\n').at(-1));
  t.true(bytes > 0 && bytes < 8_000_000, `${bytes} bytes`);
});
