import { createHash } from 'node:crypto';

/** The CSP source that allows exactly this style sheet or script. */
export function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
