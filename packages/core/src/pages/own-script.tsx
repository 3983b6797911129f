import { createHash } from 'node:crypto';

/** The CSP source that permits exactly this script. */
export const hashOfScript = (script: string): string =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** One of our own scripts in a page. Raw, because escaping a quote in it would change the bytes the policy's hash is made of. */
export function OwnScript({ script }: { script: string }) {
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
