import { refusedImage, requireUsableSize } from './refused-image.js';

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

const nameAt = (file: Buffer, at: number) => file.toString('latin1', at, at + 4);
const animation = ['ANIM', 'ANMF'];
const metadata = ['ICCP', 'EXIF', 'XMP '];
/** The order of an image with transparency, of a plain one, and of one without losses. */
const layouts = ['VP8X,ALPH,VP8 ', 'VP8X,VP8 ', 'VP8X,VP8L', 'VP8 ', 'VP8L'];
const hasAlpha = 0x10;

export const isWebp = (file: Buffer): boolean => nameAt(file, 0) === 'RIFF' && nameAt(file, 8) === 'WEBP';

/** The same image without metadata; throws if the file has another structure than a WebP image, or anything after it. */
export function cleanWebp(file: Buffer): Buffer {
  if (file.readUInt32LE(4) + 8 !== file.length) throw refusedImage('broken');
  const all = [...chunksOf(file)];
  if (all.some(({ name }) => animation.includes(name))) throw refusedImage('animated');
  const chunks = all.filter(({ name }) => !metadata.includes(name));
  if (!layouts.includes(chunks.map(({ name }) => name).join())) throw refusedImage('broken');
  const image = chunks.at(-1);
  if (!image) throw refusedImage('broken');
  const size = image.name === 'VP8L' ? losslessSize(image.data) : lossySize(image.data);
  requireUsableSize(size.width, size.height);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    ...chunks.map((chunk) => written(chunk.name === 'VP8X' ? withoutMetadata(chunk, size) : chunk)),
  ]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function* chunksOf(file: Buffer): Generator<Chunk> {
  let at = 12;
  while (at < file.length) {
    if (at + 8 > file.length) throw refusedImage('broken');
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size;
    // A chunk of an odd size is followed by one byte.
    if (end + (size % 2) > file.length) throw refusedImage('broken');
    yield { name: nameAt(file, at), data: file.subarray(at + 8, end) };
    at = end + (size % 2);
  }
}

function written({ name, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The header of an extended file, with the flag of transparency only. */
function withoutMetadata({ name, data }: Chunk, { width, height }: Size): Chunk {
  const isSame = data.length === 10 && data.readUIntLE(4, 3) + 1 === width && data.readUIntLE(7, 3) + 1 === height;
  if (!isSame) throw refusedImage('broken');
  const flags = Buffer.from([(data[0] ?? 0) & hasAlpha, 0, 0, 0]);
  return { name, data: Buffer.concat([flags, data.subarray(4)]) };
}

/** RFC 6386, section 9.1: a key frame, its start code, and 14 bits for each side. */
function lossySize(data: Buffer): Size {
  const isKeyFrame = data.length > 10 && ((data[0] ?? 1) & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a;
  if (!isKeyFrame) throw refusedImage('broken');
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** RFC 9649, section 3.4: a signature, 14 bits for each side less one, and the version 0. */
function losslessSize(data: Buffer): Size {
  const bits = data.length > 5 && data[0] === 0x2f ? data.readUInt32LE(1) : undefined;
  if (bits === undefined || bits >>> 29 !== 0) throw refusedImage('broken');
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
