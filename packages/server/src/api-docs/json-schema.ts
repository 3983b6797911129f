import { z } from 'zod';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Whether a part of a schema is a schema of its own, not a list or a plain value. */
export function isSchema(found: unknown): found is JsonSchema {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

/** The form of a value as it travels: `input` before a schema has read it, `output` after it was written. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io,
    // What cannot be described is described as anything, so that one field of a plugin does not cost the whole page.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return found;
}

/** Says nothing twice: a pattern beside the format it spells out, and the bounds that every JavaScript integer has. */
function dropNoise(schema: JsonSchema): void {
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
