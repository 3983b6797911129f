import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** What patterns repeat, and what takes long to normalise. */
const alphabets = [
  'x',
  '\u0301\u0316',
  'a.',
  '-',
  'a1-',
  ' ',
  'www.',
  '/:',
  '@',
  '7',
  '\u{1f469}\u200d\u{1f680}',
  '"<,\n',
];
/** Texts that do not fit a pattern only at their end take the longest. */
const ends = ['!', ''];

export interface HostileText {
  readonly title: string;
  readonly text: string;
}

/** Texts of about so many bytes in the encoding of the request. */
export function hostileTexts(bytes: number, encode: (text: string) => string = (text) => text): HostileText[] {
  return alphabets.map((alphabet, index) => {
    const size = Buffer.byteLength(encode(alphabet));
    const end = ends[index % ends.length] ?? '';
    return { title: JSON.stringify(alphabet), text: `a${alphabet.repeat(Math.floor(bytes / size))}${end}` };
  });
}

const maxMilliseconds = 250;
const tries = 3;

/**
 * Returns how long the thread of the server computed for a request, if that is too long. A busy machine makes any request
 * slow now and then, so only a request that is too slow each time counts.
 */
export async function slowness(request: () => Promise<unknown>): Promise<number | undefined> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries; count += 1) {
    const before = computedMilliseconds();
    await request();
    least = Math.min(least, computedMilliseconds() - before);
    if (least <= maxMilliseconds) return undefined;
  }
  return Math.round(least);
}

/** The CPU time of this thread, in which the server runs. Where the system does not tell it, the time its loop was busy. */
function computedMilliseconds(): number {
  try {
    // Nanoseconds on a CPU, nanoseconds of waiting for one, and a count.
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.eventLoopUtilization().active;
  }
}
