import type { z } from 'zod';
import { validationFailed } from '../errors/identity-error.js';

/** Validates the fields of a form as the API validates a body; throws the same VALIDATION_FAILED. */
export function readForm<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
