import { text } from '@org/identity-core';
import { z } from 'zod';

export const Pagination = z.object({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() });

/** A filter of a list. */
export const Search = text(200, { trim: true, min: 1 }).optional();
