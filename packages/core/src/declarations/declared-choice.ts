import { z } from 'zod';
import { text } from '../input/text.js';

const known = z.registry<{ values: () => readonly string[] }>();

/**
 * One of the names that plugins have declared. They are read at each check: a schema is made when a package is loaded, before
 * the plugins of a host are known.
 */
export function declaredChoice(values: () => readonly string[]): z.ZodType<string, string> {
  const schema = text(200).superRefine((input, { addIssue }) => {
    const choices = values();
    if (!choices.includes(input)) addIssue({ code: 'invalid_value', values: [...choices], input });
  });
  known.add(schema, { values });
  return schema;
}

/** The names that such a schema accepts now; undefined for every other schema. */
export function valuesOfChoice(schema: unknown): readonly string[] | undefined {
  return schema instanceof z.ZodType ? known.get(schema)?.values() : undefined;
}
