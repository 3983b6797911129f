const maxLength = 80;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first `count` characters as a reader counts them, so that no emoji or accent is cut in half. */
export function firstCharacters(text: string, count: number): string {
  // The slice limits the work: a character seldom needs more than a few code units.
  const segments = graphemes.segment(text.slice(0, count * 16));
  return Array.from(segments, ({ segment }) => segment)
    .slice(0, count)
    .join('');
}

/**
 * A name that a user chose. `<bdi>` keeps a right-to-left override in it from reordering our own words. A very long
 * name is cut, so that the buttons stay visible.
 */
export function Name({ text, max = maxLength }: { text: string; max?: number }) {
  const start = firstCharacters(text, max);
  return (
    <>
      <bdi>{start}</bdi>
      {start.length < text.length && '…'}
    </>
  );
}
