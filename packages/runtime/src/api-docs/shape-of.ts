import { isSchema, type JsonSchema } from './json-schema.js';

/** A field on the reference page. `fields` are its nested fields. */
export interface ShownField {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** A sentence about it. */
  readonly about: string | undefined;
  readonly fields: readonly ShownField[];
}

/** The fields of an object, of the items of a list, or of the first object among several forms. */
export function fieldsOf(schema: JsonSchema): ShownField[] {
  const { properties, required = [] } = objectIn(schema) ?? {};
  return Object.entries(properties ?? {}).map(([name, inner]) => {
    const found = typeof inner === 'object' ? inner : {};
    const { description: about } = found;
    return { name, type: typeOf(found), optional: !required.includes(name), about, fields: fieldsOf(found) };
  });
}

function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  const inner = [schema.items, ...(schema.anyOf ?? schema.oneOf ?? [])].filter(isSchema);
  return inner.map(objectIn).find((found) => found !== undefined);
}

/** The type of a value in a few words: `string (uuid)`, `list of string`, `one of ACTIVE, INVITED`. */
export function typeOf(schema: JsonSchema): string {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return [...new Set(forms.filter(isSchema).map(typeOf))].join(' or ');
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'array') return `list of ${isSchema(schema.items) ? typeOf(schema.items) : 'anything'}`;
  const bounds = boundsOf(schema);
  // zod writes a nullable simple type as a list of two types.
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  return `${type}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`;
}

function boundsOf({ format, minLength, maxLength, minimum, maximum, default: normal }: JsonSchema): string[] {
  const characters = range(minLength, maxLength);
  const values = range(minimum, maximum);
  return [
    ...(format ? [format] : []),
    ...(characters ? [`${characters} characters`] : []),
    ...(values ? [values] : []),
    ...(normal === undefined ? [] : [`default ${String(normal)}`]),
  ];
}

function range(min: number | undefined, max: number | undefined): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `up to ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}
