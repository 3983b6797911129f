/** Leaves out the white space that CSS does not need: style sheets are sent inline with each page. */
export function compactCss(css: string): string {
  return (
    css
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,]) ?/g, '$1')
      // Only after the name of a property: a selector may need the space before a colon, and a string keeps its own.
      .replace(/([\w-]): /g, '$1:')
      .replaceAll(';}', '}')
      .replaceAll(' !important', '!important')
      .replace(/(?<=[\w%)]) \/ (?=[\w.-])/g, '/')
      // Only in selectors: the operators of `calc()` need their spaces.
      .replace(/[^{}]+(?=\{)/g, (selector) => selector.replace(/ ([>+~]) /g, '$1'))
      .trim()
  );
}
