import { createInflate } from 'node:zlib';
import { refusedImage } from './refused-image.js';

/** What the header of a PNG image says about its pixels. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits of each sample. */
  readonly depth: number;
  readonly colour: number;
  readonly interlaced: boolean;
}

/** The samples of a pixel, by colour type (PNG, section 6.1). */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The first column and row of each pass of Adam7, and the distances to the next ones (section 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const onePass = [[0, 0, 1, 1]] as const;
const maxFilter = 4;

/** The bytes of each row, with that of its filter, in the order of the file. */
function* rowsOf({ width, height, depth, colour, interlaced }: PngHeader): Generator<number, undefined> {
  const bits = depth * (samples[colour] ?? 0);
  for (const [left, top, across, down] of interlaced ? passes : onePass) {
    const columns = Math.ceil((width - left) / across);
    for (let row = top; columns > 0 && row < height; row += down) yield 1 + Math.ceil((columns * bits) / 8);
  }
}

/**
 * Throws unless the data of an image is one compressed stream with exactly the rows of its header. It is read in small parts,
 * and no further than these rows: a small file cannot use much memory.
 */
export async function checkPixels(header: PngHeader, data: Buffer): Promise<void> {
  const inflate = createInflate();
  inflate.end(data);
  const parts: AsyncIterable<Buffer> = inflate;
  const rows = rowsOf(header);
  let left = 0;
  try {
    for await (const part of parts)
      for (let at = 0; at < part.length; ) {
        if (left === 0) left = startRow(rows.next().value, part[at]);
        const read = Math.min(left, part.length - at);
        at += read;
        left -= read;
      }
  } catch {
    throw refusedImage('broken');
  }
  // What follows the stream is not an error of zlib: it is ignored.
  if (left > 0 || !rows.next().done || inflate.bytesWritten !== data.length) throw refusedImage('broken');
}

function startRow(bytes: number | undefined, filter: number | undefined): number {
  if (bytes === undefined || filter === undefined || filter > maxFilter) throw refusedImage('broken');
  return bytes;
}
