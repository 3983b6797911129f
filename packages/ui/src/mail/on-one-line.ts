/** Removes line breaks and direction marks from a name, so that it cannot change the mail around it. */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim();
}
