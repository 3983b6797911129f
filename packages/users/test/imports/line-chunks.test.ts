import { Readable } from 'node:stream';
import test from 'ava';
import { maxLineBytes, tooLongLine } from '../../src/import/read-line.js';
import { chunksOf, linesOf } from '../../src/imports/line-chunks.js';

async function linesIn(text: string, pieceLength = 7) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceLength) }, (_, index) =>
    bytes.subarray(index * pieceLength, (index + 1) * pieceLength),
  );
  const found: [line: number, text: string][] = [];
  for await (const chunk of chunksOf(Readable.from(pieces))) {
    const lines = linesOf(chunk.bytes);
    if (lines.length !== chunk.lines) throw new Error('The chunk has another number of lines.');
    for (const [index, line] of lines.entries()) found.push([chunk.firstLine + index, Buffer.from(line).toString()]);
  }
  return found;
}

test('lines keep their numbers, whatever the pieces in which they arrive', async (t) => {
  const lines = Array.from({ length: 1_001 }, (_, index) => (index % 10 === 3 ? '' : `{"größe":${index}}`));
  for (const pieceLength of [1, 7, 100_000])
    t.deepEqual(
      await linesIn(`${lines.join('\n')}\n`, pieceLength),
      lines.map((line, index) => [index + 1, line]),
    );
});

test('a last line without a line end is read, and an empty stream has no lines', async (t) => {
  t.deepEqual(await linesIn('a\nb'), [
    [1, 'a'],
    [2, 'b'],
  ]);
  t.deepEqual(await linesIn(''), []);
  t.deepEqual(await linesIn('\n'), [[1, '']]);
});

test('the longest line fits behind lines that almost fill a chunk', async (t) => {
  const lines = ['x'.repeat(maxLineBytes - 1), 'y'.repeat(maxLineBytes), '', 'z'.repeat(maxLineBytes), 'end'];
  const expected = lines.map((line, index) => [index + 1, line]);
  for (const pieceLength of [1_000, 65_536, 1_000_000])
    t.deepEqual(await linesIn(lines.join('\n'), pieceLength), expected as [number, string][]);
});

test('a line that is too long is not kept, and the next one is read', async (t) => {
  t.deepEqual(await linesIn(`a\n${'x'.repeat(70_000)}\nb`, 1_000), [
    [1, 'a'],
    [2, tooLongLine.toString()],
    [3, 'b'],
  ]);
});

test('a stream that is too large is refused', async (t) => {
  const read = async () => {
    for await (const _ of chunksOf(Readable.from([Buffer.alloc(1_025, 'x')]), { maxBytes: 1_024 }));
  };
  await t.throwsAsync(read, { code: 'PAYLOAD_TOO_LARGE' });
});
