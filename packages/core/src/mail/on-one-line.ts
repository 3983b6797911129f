/** Whoever chooses a name adds no lines to our mail and does not turn the direction of the words around it. */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim();
}
