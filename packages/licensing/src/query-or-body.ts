import { validationFailed } from '@org/identity-core';
import type { z } from 'zod';

/** Reads fields that may be in the query or in the body, but each in one of them. */
export function fromEitherPlace<Fields extends z.ZodObject>(
  schema: Fields,
  query: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): z.output<Fields> {
  const twice = Object.keys(body).filter((name) => name in query);
  if (twice.length > 0)
    throw validationFailed(twice.map((path) => ({ path, message: 'is in the query and the body' })));
  const parsed = schema.safeParse({ ...query, ...body });
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
