import { isIdentityError } from '@org/identity-core';
import { jpegImage, pngChunk, pngImage, webpImage } from '@org/identity-testing/sample-images';
import test from 'ava';
import { readImage } from '../../src/images/image-file.js';

const html = '<script>alert(1)</script>';
const files = { png: pngImage(), jpeg: jpegImage, webp: webpImage };
const types = Object.keys(files) as (keyof typeof files)[];

/** Why a file is refused; undefined if it is not. */
function problemOf(file: Uint8Array): string | undefined {
  try {
    readImage(file);
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
  test(`a ${type} image is known by its content, and stays the same when it is read again`, (t) => {
    const read = readImage(files[type]);
    t.is(read.type, type);
    t.deepEqual(readImage(read.content), read);
  });

  test(`a ${type} image that is cut off anywhere is refused`, (t) => {
    const { content } = readImage(files[type]);
    for (let length = 0; length < content.length; length += 1)
      t.regex(problemOf(content.subarray(0, length)) ?? 'read', /^image-(?:type|broken)$/u, String(length));
  });

  test(`a ${type} image with anything behind it is refused`, (t) => {
    for (const more of [html, '\0', 'PK\x03\x04'])
      t.is(problemOf(Buffer.concat([files[type], Buffer.from(more, 'latin1')])), 'image-broken');
  });

  test(`a ${type} image with any one byte changed is read or refused, and never fails`, (t) => {
    const file = files[type];
    for (let at = 0; at < file.length; at += 1)
      for (const byte of [0, 0x7f, 0xff]) t.notThrows(() => problemOf(changed(file, at, [byte])), `${at}: ${byte}`);
  });
}

test('metadata is removed', (t) => {
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${html}`));
  const plain = pngImage();
  t.deepEqual(readImage(pngImage({ more: [text] })).content, plain);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)]);
  const commented = Buffer.concat([jpegImage.subarray(0, 2), comment, jpegImage.subarray(2)]);
  t.deepEqual(readImage(commented).content, readImage(jpegImage).content);
  for (const file of [jpegImage, webpImage]) {
    t.true(file.includes('acsp'), 'it has a colour profile');
    t.false(readImage(file).content.includes('acsp'));
  }
});

test('everything that is not PNG, JPEG or WebP is refused', (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const content of ['', svg, `<?xml version="1.0"?>${svg}`, html, 'GIF89a\x01\0\x01\0', 'BM', '%PDF-1.7', 'RIFF'])
    t.is(problemOf(Buffer.from(content, 'latin1')), 'image-type', content);
});

test('a document that begins like an image is refused', (t) => {
  const beginnings = [pngImage().subarray(0, 8), pngImage().subarray(0, 33), jpegImage.subarray(0, 20)];
  for (const beginning of [...beginnings, Buffer.from('\xff\xd8\xff', 'latin1')])
    t.is(problemOf(Buffer.concat([beginning, Buffer.from(html.repeat(5))])), 'image-broken');
  const riff = Buffer.from(`RIFF\0\0\0\0WEBP${html}`, 'latin1');
  riff.writeUInt32LE(riff.length - 8, 4);
  t.is(problemOf(riff), 'image-broken');
  t.is(problemOf(Buffer.from('RIFF\0\0\0\0WEBP')), 'image-broken');
});

test('an image can have 2048 pixels on each side', (t) => {
  const stated = (width: number, height: number) => problemOf(pngImage({ stated: { width, height } }));
  t.is(stated(2048, 2048), undefined);
  t.is(stated(2049, 1), 'image-pixels');
  t.is(stated(1, 2049), 'image-pixels');
  t.is(stated(30_000, 30_000), 'image-pixels');
  t.is(stated(0xffffffff, 0xffffffff), 'image-pixels');
  t.is(stated(0, 8), 'image-broken');
  const frame = jpegImage.indexOf(Buffer.from('ffc00011', 'hex'));
  t.is(problemOf(changed(jpegImage, frame + 5, [0x75, 0x30])), 'image-pixels');
  const start = webpImage.indexOf(Buffer.from('9d012a', 'hex'));
  t.is(problemOf(changed(webpImage, start + 3, [0xff, 0x3f])), 'image-pixels');
});

test('a file can have 256 KB', (t) => {
  const png = (size: number) => pngImage({ more: [pngChunk('teSt', Buffer.alloc(size))] });
  const rest = png(0).length;
  t.is(problemOf(png(256 * 1024 - rest)), undefined);
  t.is(problemOf(png(256 * 1024 - rest + 1)), 'image-size');
});

test('a PNG image with a wrong checksum, a second header, unknown parts or no pixels is refused', (t) => {
  const file = pngImage();
  const header = file.subarray(8, 33);
  t.is(problemOf(changed(file, 20, [1])), 'image-broken', 'the checksum');
  t.is(problemOf(pngImage({ more: [header] })), 'image-broken');
  t.is(problemOf(pngImage({ more: [pngChunk('HTML', Buffer.from(html))] })), 'image-broken');
  t.is(problemOf(Buffer.concat([file.subarray(0, 33), pngChunk('IEND')])), 'image-broken');
  t.is(problemOf(pngImage({ more: [pngChunk('IDAT'), pngChunk('tIME')] })), 'image-broken', 'pixels in two places');
});

test('animated images are refused', (t) => {
  t.is(problemOf(pngImage({ more: [pngChunk('acTL', Buffer.alloc(8))] })), 'image-animated');
  const body = Buffer.concat([webpImage.subarray(8), Buffer.from('ANIM\x06\0\0\0\0\0\0\0\0\0', 'latin1')]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  t.is(problemOf(Buffer.concat([Buffer.from('RIFF'), size, body])), 'image-animated');
});
