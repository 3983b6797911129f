import { text } from '../input/text.js';

// A family is one or more words, with or without quotes. Nothing else is allowed, so no name can end the rule or the element.
const words = '[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*';
const family = `(?:-?${words}|"${words}"|'${words}')`;
const stack = new RegExp(`^${family}(?:, ?${family})*$`, 'u');

/** Font names, as in `font-family`. The fonts have to be on the device: pages load none. */
export const FontStack = text(300).regex(
  stack,
  'must be font names separated by commas, such as "Inter", Arial, sans-serif',
);
