import { valuesOfChoice } from '@org/identity-core';
import { z } from 'zod';

/** A JSON Schema (2020-12), as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Whether a part of a schema is a schema itself, not a list or a plain value. */
export function isSchema(found: unknown): found is JsonSchema {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

/** Converts a zod schema to JSON Schema. `input` is the value before parsing, `output` the value after it. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io,
    // A type without a JSON Schema becomes "any". One field of a plugin must not break the whole document.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      dropNoise(jsonSchema);
      const values = valuesOfChoice(zodSchema);
      if (!values) return;
      delete jsonSchema.maxLength;
      jsonSchema.enum = [...values];
    },
  });
  return found;
}

/** Removes redundant parts: a pattern that repeats the format, and the bounds of every JavaScript integer. */
function dropNoise(schema: JsonSchema): void {
  if (schema.format === 'uuid' || schema.format === 'date-time' || schema.format === 'date') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
