import { crc32 } from 'node:zlib';
import { checkPixels, type PngHeader } from './png-pixels.js';
import { refusedImage, requireUsableSize } from './refused-image.js';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks that change what is seen. The others hold texts, times and places. */
const shown = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);
/** The bit depths of each colour type (PNG, section 11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  /** With length, name and checksum. */
  readonly whole: Buffer;
}

export const isPng = (file: Buffer): boolean => file.subarray(0, signature.length).equals(signature);

/**
 * The same image without metadata; throws if the file has another structure than a PNG image, other pixels than its header
 * says, or anything after it.
 */
export async function cleanPng(file: Buffer): Promise<Buffer> {
  const chunks = [...chunksOf(file)];
  const names = chunks.map(({ name }) => name);
  if (names.includes('acTL')) throw refusedImage('animated');
  const once = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  const [first, last] = [names.indexOf('IDAT'), names.lastIndexOf('IDAT')];
  const isWhole =
    names[0] === 'IHDR' &&
    once('IHDR') &&
    once('PLTE') &&
    first > 0 &&
    names.slice(first, last).every((name) => name === 'IDAT') &&
    names.every((name) => shown.has(name) || isOptional(name));
  const [header] = chunks;
  if (!isWhole || !header) throw refusedImage('broken');
  const read = readHeader(header.data, names.indexOf('PLTE') < first && names.includes('PLTE'));
  const pixels = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data);
  await checkPixels(read, Buffer.concat(pixels));
  return Buffer.concat([signature, ...chunks.filter(({ name }) => shown.has(name)).map(({ whole }) => whole)]);
}

/** A lower-case letter begins the name of a chunk that a reader may leave out. */
const isOptional = (name: string) => /^[a-z][A-Za-z]{3}$/u.test(name);

function* chunksOf(file: Buffer): Generator<Chunk> {
  let at = signature.length;
  for (;;) {
    if (at + 12 > file.length) throw refusedImage('broken');
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw refusedImage('broken');
    const name = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw refusedImage('broken');
    yield { name, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) };
    if (name === 'IEND') {
      if (end - at !== 12 || end !== file.length) throw refusedImage('broken');
      return;
    }
    at = end;
  }
}

function readHeader(header: Buffer, hasPalette: boolean): PngHeader {
  if (header.length !== 13) throw refusedImage('broken');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  requireUsableSize(width, height);
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = header.subarray(8);
  const isKnown = depths[colour]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  if (!isKnown || (colour === 3 && !hasPalette)) throw refusedImage('broken');
  return { width, height, depth, colour, interlaced: interlace === 1 };
}
