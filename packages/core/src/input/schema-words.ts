import type { z } from 'zod';

/** The name of a schema in the API description, and a sentence for each of its fields. */
export interface SchemaWords {
  readonly name?: string;
  readonly fields: Readonly<Record<string, string>>;
}

type KeysOf<Value> = Value extends unknown ? keyof Value & string : never;
type Sentences<Schema extends z.ZodType> = Partial<Record<KeysOf<z.input<Schema>> | KeysOf<z.output<Schema>>, string>>;

// By the schema itself, because `describe` and `meta` of zod copy it: a copy costs memory at each start.
const known = new WeakMap<object, SchemaWords>();

/**
 * Gives a schema a name in the API description, and sentences to its fields. Fields without one have that of the `base`
 * that the schema was made from, their own (`.describe(…)`), or the one that fields of this name share.
 */
export function nameSchema<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  fields: Sentences<Schema> = {},
  base?: z.ZodType,
): void {
  known.set(schema, { name, fields: { ...(base && known.get(base)?.fields), ...fields } });
}

/** Gives the fields of a schema sentences: for parameters, which have no name of their own in the API description. */
export function describeFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Sentences<Schema>,
  base?: z.ZodType,
): void {
  known.set(schema, { fields: { ...(base && known.get(base)?.fields), ...fields } });
}

/** The words of a schema. Returns undefined if it was given none. */
export function wordsOf(schema: object): SchemaWords | undefined {
  return known.get(schema);
}
