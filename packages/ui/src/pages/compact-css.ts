/** Leaves out the white space that CSS does not need: style sheets are sent inline with each page. */
export function compactCss(css: string): string {
  return withCompactSelectors(
    css
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,]) ?/g, '$1')
      // Only after the name of a property: a selector may need the space before a colon, and a string keeps its own.
      .replace(/([\w-]): /g, '$1:')
      .replaceAll(';}', '}')
      .replaceAll(' !important', '!important')
      .replace(/(?<=[\w%)]) \/ (?=[\w.-])/g, '/')
      .trim(),
  );
}

/** Only in selectors: the operators of `calc()` need their spaces. */
function withCompactSelectors(css: string): string {
  const parts = css.split('{');
  const rest = parts.pop() ?? '';
  const compact = parts.map((part) => {
    const at = part.lastIndexOf('}') + 1;
    return part.slice(0, at) + part.slice(at).replace(/ ([>+~]) /g, '$1');
  });
  return [...compact, rest].join('{');
}
