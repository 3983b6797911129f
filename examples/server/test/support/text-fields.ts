import type { OpenApiDocument } from '@org/identity-server';
import { inlinedSchema } from './inlined-schema.js';

/** The part of JSON Schema that the API description uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

/** A location for a text in the requests of a route. */
export interface TextField {
  readonly method: string;
  /** The path of the description, such as `/api/tenants/{id}`. */
  readonly path: string;
  readonly location: 'path' | 'query' | 'body';
  readonly name: string;
  /** The body with a text in that location. */
  body(text: string): unknown;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Every text that the routes of the description take: in the path, the query and at any depth of the body. */
export function textFields(document: OpenApiDocument): TextField[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, described]) => {
      // The types of the document do not say that a schema is an object.
      const { parameters = [], requestBody } = described as unknown as Operation;
      const named = requestBody?.content['application/json']?.schema;
      const schema = named && (inlinedSchema(document, named) as Schema);
      const given = parameters
        .filter((parameter) => parameter.in === 'path' || takesText(parameter.schema))
        .map(({ name, in: location }) => ({
          location: location as 'path' | 'query',
          name,
          body: () => sample(schema),
        }));
      const inBody = locations(schema).map(({ name, fill }) => ({ location: 'body' as const, name, body: fill }));
      return [...given, ...inBody].map((field) => ({ method: method.toUpperCase(), path, ...field }));
    }),
  );
}

const variantsOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;
const hasType = ({ type }: Schema, wanted: string) => type === wanted || (Array.isArray(type) && type.includes(wanted));

function takesText(schema: Schema): boolean {
  if (schema.enum || schema.const !== undefined) return false;
  return hasType(schema, 'string') || (variantsOf(schema)?.some(takesText) ?? false);
}

interface Location {
  readonly name: string;
  fill(text: string): unknown;
}

function locations(schema: Schema | undefined, name = ''): Location[] {
  if (!schema) return [];
  const variants = variantsOf(schema);
  if (variants) return variants.flatMap((variant) => locations(variant, name));
  if (takesText(schema)) return [{ name, fill: (text) => text }];
  if (schema.items) {
    return locations(schema.items, `${name}[]`).map((inner) => ({ ...inner, fill: (text) => [inner.fill(text)] }));
  }
  const properties = Object.entries(schema.properties ?? {});
  const below = properties.flatMap(([key, property]) =>
    locations(property, name ? `${name}.${key}` : key).map((inner) => ({
      name: inner.name,
      fill: (text: string) => ({ ...(sample(schema) as object), [key]: inner.fill(text) }),
    })),
  );
  if (!schema.additionalProperties) return below;
  return [
    ...below,
    { name: `a key of ${name}`, fill: (text) => ({ [text]: 1 }) },
    { name: `a value of ${name}`, fill: (text) => ({ any: text }) },
  ];
}

/** A value of the schema, with the required fields only. */
function sample(schema: Schema | undefined): unknown {
  if (!schema) return undefined;
  const [first] = variantsOf(schema) ?? [];
  if (first) return sample(first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (hasType(schema, 'object')) {
    const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
    return Object.fromEntries(required.map(([key, property]) => [key, sample(property)]));
  }
  if (hasType(schema, 'array')) return schema.items ? [sample(schema.items)] : [];
  if (hasType(schema, 'integer') || hasType(schema, 'number')) return 1;
  return hasType(schema, 'boolean') ? true : 'example';
}
