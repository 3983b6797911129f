import { z } from 'zod';

// A family is one or more words, in quotes or not. Nothing else can stand in it, so nothing can end the rule or the element.
const words = '[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*';
const family = `(?:-?${words}|"${words}"|'${words}')`;
const stack = new RegExp(`^${family}(?:, ?${family})*$`, 'u');

/** Names of fonts, as `font-family` has them. They have to be on the device: pages load none. */
export const FontStack = z
  .string()
  .max(300)
  .regex(stack, 'must be names of fonts, separated by commas, such as "Inter", Arial, sans-serif');
