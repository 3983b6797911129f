/** One of our scripts in a page. Raw, because escaping a quote would change the bytes of the CSP hash. */
export function OwnScript({ script }: { script: string }) {
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
