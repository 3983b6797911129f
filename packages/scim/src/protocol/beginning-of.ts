/** The beginning of a text, without half a character at its end. */
export const beginningOf = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/u, '');
