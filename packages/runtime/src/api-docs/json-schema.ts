import { sharedSentences, valuesOfChoice, wordsOf } from '@org/identity-core';
import { z } from 'zod';

/** A JSON Schema (2020-12), as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas that have a name, by their name. */
export type NamedSchemas = Record<string, JsonSchema>;

const referencePrefix = '#/components/schemas/';
/** Carries the words of a schema until the whole schema is converted. */
const wordsKey = 'x-words';

/** Whether a part of a schema is a schema itself, not a list or a plain value. */
export function isSchema(found: unknown): found is JsonSchema {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

/**
 * Converts a zod schema to JSON Schema. `input` is the value before parsing, `output` the value after it. Schemas with a
 * name become references, and are added to `named`.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', named: NamedSchemas): JsonSchema {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io,
    // A type without a JSON Schema becomes "any". One field of a plugin must not break the whole document.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      dropNoise(jsonSchema);
      const words = wordsOf(zodSchema);
      if (words) jsonSchema[wordsKey] = words;
      const values = valuesOfChoice(zodSchema);
      if (!values) return;
      delete jsonSchema.maxLength;
      jsonSchema.enum = [...values];
    },
  });
  return withWords(found, named);
}

/** Removes redundant parts: a pattern that repeats the format, and the bounds of every JavaScript integer. */
function dropNoise(schema: JsonSchema): void {
  if (schema.format === 'uuid' || schema.format === 'date-time' || schema.format === 'date') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Writes the sentences to the fields, and replaces schemas with a name by references. */
function withWords({ [wordsKey]: words, default: normal, ...schema }: JsonSchema, named: NamedSchemas): JsonSchema {
  const { name, fields = {} } = (words ?? {}) as { name?: string; fields?: Record<string, string> };
  const described = mapInner(schema, (inner) => withWords(inner, named));
  if (described.properties) describeProperties(described.properties, fields);
  const rest = normal === undefined ? {} : { default: normal };
  if (name === undefined || !takesName(named, name, described)) return { ...described, ...rest };
  return { $ref: `${referencePrefix}${name}`, ...rest };
}

function describeProperties(properties: Record<string, unknown>, fields: Readonly<Record<string, string>>): void {
  for (const [name, inner] of Object.entries(properties)) {
    const own = isSchema(inner) ? inner : {};
    const description = fields[name] ?? own.description ?? sharedSentences[name];
    if (description !== undefined) properties[name] = { ...own, description };
  }
}

/** Returns false if another schema has the name: the schema is then written out. */
function takesName(named: NamedSchemas, name: string, schema: JsonSchema): boolean {
  named[name] ??= schema;
  return named[name] === schema || JSON.stringify(named[name]) === JSON.stringify(schema);
}

const maps = ['properties', 'patternProperties', '$defs'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const singles = ['items', 'additionalProperties', 'propertyNames', 'not'];

/** Changes the schemas that a schema directly contains. */
function mapInner(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (inner: unknown) => (isSchema(inner) ? change(inner) : inner);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (singles.includes(keyword)) return [keyword, changed(value)];
      if (lists.includes(keyword) && Array.isArray(value)) return [keyword, value.map(changed)];
      if (!maps.includes(keyword) || !isSchema(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner)]))];
    }),
  );
}

/** Writes out the references of a schema. One to a schema that contains it stays: it has no end. */
export function withoutReferences(schema: JsonSchema, named: NamedSchemas, inside: readonly string[] = []): JsonSchema {
  const { $ref, ...rest } = schema;
  const name = $ref?.startsWith(referencePrefix) ? $ref.slice(referencePrefix.length) : undefined;
  const found = name === undefined ? undefined : named[name];
  if (name === undefined || !found) return mapInner(schema, (inner) => withoutReferences(inner, named, inside));
  if (inside.includes(name)) return schema;
  return { ...withoutReferences(found, named, [...inside, name]), ...rest };
}
