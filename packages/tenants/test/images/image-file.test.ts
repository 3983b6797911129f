import { deflateSync } from 'node:zlib';
import { isIdentityError } from '@org/identity-core';
import { jpegImage, pngChunk, pngImage, webpImage } from '@org/identity-testing/sample-images';
import test from 'ava';
import { readImage } from '../../src/images/image-file.js';

const html = '<script>alert(1)</script>';
const files = { png: pngImage(), jpeg: jpegImage, webp: webpImage };
const types = Object.keys(files) as (keyof typeof files)[];

/** Why a file is refused; undefined if it is not. */
async function problemOf(file: Uint8Array): Promise<string | undefined> {
  try {
    await readImage(file);
    return undefined;
  } catch (error) {
    if (!isIdentityError(error)) throw error;
    return error.reason;
  }
}

/** A copy with other bytes from that place on. */
function changed(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

for (const type of types) {
  test(`a ${type} image is known by its content, and stays the same when it is read again`, async (t) => {
    const read = await readImage(files[type]);
    t.is(read.type, type);
    t.deepEqual(await readImage(read.content), read);
  });

  test(`a ${type} image that is cut off anywhere is refused`, async (t) => {
    const { content } = await readImage(files[type]);
    for (let length = 0; length < content.length; length += 1)
      t.regex((await problemOf(content.subarray(0, length))) ?? 'read', /^image-(?:type|broken)$/u, String(length));
  });

  test(`a ${type} image with anything behind it is refused`, async (t) => {
    for (const more of [html, '\0', 'PK\x03\x04'])
      t.is(await problemOf(Buffer.concat([files[type], Buffer.from(more, 'latin1')])), 'image-broken');
  });

  test(`a ${type} image with any one byte changed is read or refused, and never fails`, async (t) => {
    const file = files[type];
    for (let at = 0; at < file.length; at += 1)
      for (const byte of [0, 0x7f, 0xff])
        await t.notThrowsAsync(problemOf(changed(file, at, [byte])), `${at}: ${byte}`);
  });
}

test('metadata is removed', async (t) => {
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${html}`));
  const plain = pngImage();
  t.deepEqual((await readImage(pngImage({ more: [text] }))).content, plain);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)]);
  const commented = Buffer.concat([jpegImage.subarray(0, 2), comment, jpegImage.subarray(2)]);
  t.deepEqual((await readImage(commented)).content, (await readImage(jpegImage)).content);
  for (const file of [jpegImage, webpImage]) {
    t.true(file.includes('acsp'), 'it has a colour profile');
    t.false((await readImage(file)).content.includes('acsp'));
  }
});

test('everything that is not PNG, JPEG or WebP is refused', async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const content of ['', svg, `<?xml version="1.0"?>${svg}`, html, 'GIF89a\x01\0\x01\0', 'BM', '%PDF-1.7', 'RIFF'])
    t.is(await problemOf(Buffer.from(content, 'latin1')), 'image-type', content);
});

test('a document that begins like an image is refused', async (t) => {
  const beginnings = [pngImage().subarray(0, 8), pngImage().subarray(0, 33), jpegImage.subarray(0, 20)];
  for (const beginning of [...beginnings, Buffer.from('\xff\xd8\xff', 'latin1')])
    t.is(await problemOf(Buffer.concat([beginning, Buffer.from(html.repeat(5))])), 'image-broken');
  const riff = Buffer.from(`RIFF\0\0\0\0WEBP${html}`, 'latin1');
  riff.writeUInt32LE(riff.length - 8, 4);
  t.is(await problemOf(riff), 'image-broken');
  t.is(await problemOf(Buffer.from('RIFF\0\0\0\0WEBP')), 'image-broken');
});

test('an image can have 2048 pixels on each side', async (t) => {
  const stated = (width: number, height: number) => problemOf(pngImage({ stated: { width, height } }));
  t.is(await problemOf(pngImage({ width: 2048, height: 2048 })), undefined);
  t.is(await stated(2049, 1), 'image-pixels');
  t.is(await stated(1, 2049), 'image-pixels');
  t.is(await stated(30_000, 30_000), 'image-pixels');
  t.is(await stated(0xffffffff, 0xffffffff), 'image-pixels');
  t.is(await stated(0, 8), 'image-broken');
  const frame = jpegImage.indexOf(Buffer.from('ffc00011', 'hex'));
  t.is(await problemOf(changed(jpegImage, frame + 5, [0x75, 0x30])), 'image-pixels');
  const start = webpImage.indexOf(Buffer.from('9d012a', 'hex'));
  t.is(await problemOf(changed(webpImage, start + 3, [0xff, 0x3f])), 'image-pixels');
});

test('a file can have 256 KB', async (t) => {
  const png = (size: number) => pngImage({ more: [pngChunk('teSt', Buffer.alloc(size))] });
  const rest = png(0).length;
  t.is(await problemOf(png(256 * 1024 - rest)), undefined);
  t.is(await problemOf(png(256 * 1024 - rest + 1)), 'image-size');
});

test('a PNG image with a wrong checksum, a second header, unknown parts or no pixels is refused', async (t) => {
  const file = pngImage();
  const header = file.subarray(8, 33);
  t.is(await problemOf(changed(file, 20, [1])), 'image-broken', 'the checksum');
  t.is(await problemOf(pngImage({ more: [header] })), 'image-broken');
  t.is(await problemOf(pngImage({ more: [pngChunk('HTML', Buffer.from(html))] })), 'image-broken');
  t.is(await problemOf(Buffer.concat([file.subarray(0, 33), pngChunk('IEND')])), 'image-broken');
  t.is(
    await problemOf(pngImage({ more: [pngChunk('IDAT'), pngChunk('tIME')] })),
    'image-broken',
    'pixels in two places',
  );
});

/** A PNG image whose pixels are this stream, in as many chunks as there are parts. */
function pngOf(parts: readonly Uint8Array[], { depth = 8, colour = 2, interlace = 0, width = 8, height = 8 } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  const pixels = parts.map((part) => pngChunk('IDAT', part));
  return Buffer.concat([pngImage().subarray(0, 8), pngChunk('IHDR', header), ...pixels, pngChunk('IEND')]);
}

test('a PNG image is refused unless its pixels are compressed as its header says', async (t) => {
  const row = 1 + 8 * 3;
  const stream = deflateSync(Buffer.alloc(8 * row));
  t.is(await problemOf(pngOf([stream])), undefined);
  t.is(await problemOf(pngOf([stream.subarray(0, 3), stream.subarray(3)])), undefined, 'in two parts');
  const wrong: [string, readonly Uint8Array[]][] = [
    ['no stream', [Buffer.from(html)]],
    ['an empty part', [Buffer.alloc(0)]],
    ['a stream that is cut off', [stream.subarray(0, -1)]],
    ['a wrong checksum', [Buffer.concat([stream.subarray(0, -1), Buffer.from([0])])]],
    ['a document behind the stream', [stream, Buffer.from(html)]],
    ['a byte too few', [deflateSync(Buffer.alloc(8 * row - 1))]],
    ['a byte too many', [deflateSync(Buffer.alloc(8 * row + 1))]],
    ['a row with an unknown filter', [deflateSync(Buffer.alloc(8 * row).fill(5, row, row + 1))]],
    ['100 MB in 100 KB', [deflateSync(Buffer.alloc(100_000_000))]],
  ];
  for (const [title, parts] of wrong) t.is(await problemOf(pngOf(parts)), 'image-broken', title);
});

test('the pixels of every kind of PNG image are as many as its header says', async (t) => {
  const kinds: [object, number][] = [
    [{ depth: 1, colour: 0, width: 9, height: 3 }, 3 * (1 + 2)],
    [{ depth: 4, colour: 0, width: 3, height: 2 }, 2 * (1 + 2)],
    [{ depth: 16, colour: 6, width: 2, height: 2 }, 2 * (1 + 16)],
    [{ depth: 8, colour: 4, width: 5, height: 1 }, 1 + 10],
    // Adam7: of 8 × 8 pixels, the seven passes have 1×1, 1×1, 2×1, 2×2, 4×2, 4×4 and 8×4.
    [{ depth: 8, colour: 0, interlace: 1 }, 64 + (1 + 1 + 1 + 2 + 2 + 4 + 4)],
    // Of a single pixel, only the first pass has any.
    [{ depth: 8, colour: 0, interlace: 1, width: 1, height: 1 }, 2],
  ];
  for (const [kind, size] of kinds) {
    t.is(await problemOf(pngOf([deflateSync(Buffer.alloc(size))], kind)), undefined, JSON.stringify(kind));
    for (const other of [size - 1, size + 1])
      t.is(await problemOf(pngOf([deflateSync(Buffer.alloc(other))], kind)), 'image-broken', JSON.stringify(kind));
  }
});

test('animated images are refused', async (t) => {
  t.is(await problemOf(pngImage({ more: [pngChunk('acTL', Buffer.alloc(8))] })), 'image-animated');
  const body = Buffer.concat([webpImage.subarray(8), Buffer.from('ANIM\x06\0\0\0\0\0\0\0\0\0', 'latin1')]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  t.is(await problemOf(Buffer.concat([Buffer.from('RIFF'), size, body])), 'image-animated');
});
