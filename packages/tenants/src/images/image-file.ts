import type { ImageType } from '@org/identity-prisma';
import { cleanJpeg, isJpeg } from './jpeg-file.js';
import { cleanPng, isPng } from './png-file.js';
import { maxImageBytes, refusedImage } from './refused-image.js';
import { cleanWebp, isWebp } from './webp-file.js';

export interface ImageFile {
  readonly type: ImageType;
  readonly content: Buffer;
}

// SVG is not among them: it is a document that can contain scripts and load other files.
const formats = [
  { type: 'png', isOf: isPng, clean: cleanPng },
  { type: 'jpeg', isOf: isJpeg, clean: cleanJpeg },
  { type: 'webp', isOf: isWebp, clean: cleanWebp },
] as const;

/**
 * The image in an uploaded file, without its metadata. The type comes from the content: the name of the file and what the
 * browser says of it do not matter. Throws if the file is anything else than one image.
 */
export async function readImage(bytes: Uint8Array): Promise<ImageFile> {
  if (bytes.length > maxImageBytes) throw refusedImage('size');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = formats.find(({ isOf }) => isOf(file));
  if (!format) throw refusedImage('type');
  return { type: format.type, content: await format.clean(file) };
}
