import { refusedImage, requireUsableSize } from './refused-image.js';

// The markers of ITU-T T.81, table B.1.
const startOfScan = 0xda;
const endOfImage = 0xd9;
const adobe = 0xee;
/** Baseline, extended and progressive: what browsers show. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables, restart interval. */
const tables = new Set([0xc4, 0xdb, 0xdd]);
/** Data of programs and comments: photos say there where and when they were taken. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
/** Part of the data of a scan: an escaped 0xff, or a restart marker. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

export const isJpeg = (file: Buffer): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;

/** The same image without metadata; throws if the file has another structure than a JPEG image, or anything after it. */
export function cleanJpeg(file: Buffer): Buffer {
  const kept = [file.subarray(0, 2)];
  const seen = { frames: 0, scans: 0 };
  let at = 2;
  for (;;) {
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined) throw refusedImage('broken');
    if (marker === endOfImage) {
      if (at + 2 !== file.length || seen.frames !== 1 || seen.scans === 0) throw refusedImage('broken');
      return Buffer.concat([...kept, file.subarray(at)]);
    }
    const segment = segmentAt(file, at);
    let end = at + segment.length;
    if (frames.has(marker)) {
      checkFrame(segment);
      seen.frames += 1;
    } else if (marker === startOfScan) {
      end = endOfScan(file, end);
      seen.scans += 1;
    } else if (!tables.has(marker) && !isMetadata(marker)) throw refusedImage('broken');
    if (!isMetadata(marker) || isColourTransform(marker, segment)) kept.push(file.subarray(at, end));
    at = end;
  }
}

function segmentAt(file: Buffer, at: number): Buffer {
  if (at + 4 > file.length) throw refusedImage('broken');
  const length = file.readUInt16BE(at + 2);
  const end = at + 2 + length;
  if (length < 2 || end > file.length) throw refusedImage('broken');
  return file.subarray(at, end);
}

function checkFrame(segment: Buffer): void {
  const components = segment[9] ?? 0;
  const isKnown = [1, 3, 4].includes(components) && segment.length === 10 + 3 * components && segment[4] === 8;
  if (!isKnown) throw refusedImage('broken');
  requireUsableSize(segment.readUInt16BE(7), segment.readUInt16BE(5));
}

/** Without this segment some images have wrong colours. It has a fixed length. */
function isColourTransform(marker: number, segment: Buffer): boolean {
  return marker === adobe && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe';
}

function endOfScan(file: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = file.indexOf(0xff, at);
    const marker = file[at + 1];
    if (at < 0 || marker === undefined) throw refusedImage('broken');
    if (!isInScan(marker)) return at;
    at += 2;
  }
}
