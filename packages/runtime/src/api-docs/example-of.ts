import { namedExamples } from './example-values.js';
import { isSchema, type JsonSchema } from './json-schema.js';

const uuid = '019a0000-0000-7000-8000-000000000001';
const formats: Readonly<Record<string, string>> = {
  uuid,
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00.000Z',
  email: 'ada@example.com',
  uri: 'https://app.example.com/',
};

/** Returns an example value for a schema, with all its fields. The name of a field helps to choose a realistic value. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return oneOf(schema.enum, name);
  const choice = (schema.anyOf ?? schema.oneOf)?.filter(isSchema).find(({ type }) => type !== 'null');
  if (choice) return exampleOf(choice, name);
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return isSchema(schema.items) ? [exampleOf(schema.items, name)] : [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return numberOf(schema, name);
  if (type === 'string') return textOf(schema, name);
  return null;
}

function objectOf({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, isSchema(inner) ? exampleOf(inner, name) : null]),
  );
}

function oneOf(values: readonly unknown[], name: string): unknown {
  const named = namedExamples[name];
  return values.includes(named) ? named : values[0];
}

function numberOf({ minimum, maximum, default: normal }: JsonSchema, name: string): unknown {
  const value = namedExamples[name] ?? normal ?? minimum ?? 1;
  if (typeof value !== 'number') return minimum ?? 1;
  return Math.min(Math.max(value, minimum ?? value), maximum ?? value);
}

function textOf(schema: JsonSchema, name: string): string {
  const { format, minLength = 0, maxLength = 1_000, pattern } = schema;
  const named = namedExamples[name];
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  const ofFormat = format ? formats[format] : undefined;
  // A format is stricter than a name. Only for URLs and emails, the name can give a better example.
  if (ofFormat !== undefined && format !== 'uri' && format !== 'email') return ofFormat;
  if (typeof named === 'string' && fits(named)) return named;
  if (ofFormat !== undefined) return ofFormat;
  if (/(?:^i|I)d$/u.test(name) && fits(uuid)) return uuid;
  return [name, 'example', 'x'.repeat(minLength)].find((text) => text !== '' && fits(text)) ?? 'example';
}
