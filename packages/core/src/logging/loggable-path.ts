import { isUuid } from '../input/schemas.js';

/** A path or other text without one-time secrets: anything that looks like one is cut to its first letters. */
export function loggablePath(path: string): string {
  return path.replace(/[\w-]{20,}/gu, (segment) => (isUuid(segment) ? segment : `${segment.slice(0, 4)}…`));
}
