import type { z } from 'zod';

type Check = z.core.$ZodCheck;
/** The parts of zod's definitions that lead to other schemas, or that a text has. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly Check[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
}

/** Formats whose pattern has a fixed length. */
const fixedLength = ['uuid', 'date'];

/** The texts of a schema that a check can see before their length is known to be small, or that have no limit at all. */
export function unboundedTexts(schema: z.core.$ZodType, path = ''): string[] {
  // zod has a type of definition for each kind of schema; these are the fields that matter here.
  const definition = schema._zod.def as unknown as Definition;
  if (definition.type === 'string') return isBounded(definition) ? [] : [path];
  const { shape = {}, element, innerType, options = [], keyType, valueType, items = [] } = definition;
  const below = [element, innerType, definition.in, definition.out, valueType, ...options, ...items];
  return [
    ...Object.entries(shape).flatMap(([name, field]) => unboundedTexts(field, `${path}.${name}`)),
    ...below.flatMap((inner) => (inner ? unboundedTexts(inner, path) : [])),
    ...(keyType ? unboundedTexts(keyType, `${path} (a key)`) : []),
  ];
}

function isBounded({ format, checks = [] }: Definition): boolean {
  if (format !== undefined) return fixedLength.includes(format);
  for (const check of checks) {
    const rule = check._zod.def as { check: string; abort?: boolean; tx?: { maxLength?: number } };
    if (rule.check === 'max_length') return rule.abort === true;
    if (rule.check !== 'overwrite') return false;
    // What the builders of core do to a text knows the limit; before that, a text may only be trimmed.
    if (rule.tx?.maxLength !== undefined) return true;
    if (!/\.trim\(\)/u.test(String(rule.tx))) return false;
  }
  return false;
}
