import { validationFailed } from '@org/identity-core';
import type { z } from 'zod';

/** The fields of a form as the API takes them in a body; refuses them as the API does (VALIDATION_FAILED). */
export function readForm<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
