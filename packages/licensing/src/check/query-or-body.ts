import { validationFailed } from '@org/identity-core';
import type { z } from 'zod';

/** Reads fields that may be in the query or in the body, but not in both. */
export function fromQueryOrBody<Fields extends z.ZodObject>(
  schema: Fields,
  query: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): z.output<Fields> {
  const twice = Object.keys(body).filter((name) => name in query);
  if (twice.length > 0)
    throw validationFailed(twice.map((path) => ({ path, message: 'is both in the query and in the body' })));
  const parsed = schema.safeParse({ ...query, ...body });
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
