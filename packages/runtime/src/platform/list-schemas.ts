import { text } from '@org/identity-core';

/** A filter of a list. */
export const Search = text(200, { trim: true, min: 1 }).optional();
