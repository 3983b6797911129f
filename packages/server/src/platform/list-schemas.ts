import { z } from 'zod';

export const Pagination = z.object({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() });

/** A filter of a list. */
export const Search = z.string().trim().min(1).max(200).optional();
