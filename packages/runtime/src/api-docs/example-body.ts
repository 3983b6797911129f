import type { z } from 'zod';
import { exampleOf } from './example-of.js';
import type { JsonSchema } from './json-schema.js';

/**
 * An example of a body that its schema accepts: the required fields, and every other field that can be sent with them. A
 * rule between fields is no part of the JSON Schema, so the schema itself decides.
 */
export function exampleBody(schema: z.ZodType, described: JsonSchema): unknown {
  const whole = exampleOf(described);
  if (typeof whole !== 'object' || whole === null || accepts(schema, whole)) return whole;
  const required = requiredIn(described);
  const entries = Object.entries(whole);
  let kept = entries.filter(([name]) => required.includes(name));
  for (const entry of entries.filter(([name]) => !required.includes(name))) {
    const more = [...kept, entry];
    // A schema that needs one of its fields refuses the first ones as well.
    if (accepts(schema, Object.fromEntries(more)) || !accepts(schema, Object.fromEntries(kept))) kept = more;
  }
  const found = Object.fromEntries(kept);
  return accepts(schema, found) ? found : whole;
}

function requiredIn(described: JsonSchema): readonly string[] {
  const [first] = described.anyOf ?? described.oneOf ?? [];
  return described.required ?? (typeof first === 'object' ? first.required : undefined) ?? [];
}

function accepts(schema: z.ZodType, body: unknown): boolean {
  return schema.safeParse(body).success;
}
