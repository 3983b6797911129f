/** One of our own scripts in a page. Raw, because escaping a quote in it would change the bytes the policy's hash is made of. */
export function OwnScript({ script }: { script: string }) {
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
