/** An attribute of a resource, as RFC 7643, section 7, describes it. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly description: string;
  readonly multiValued?: true;
  readonly required?: true;
  readonly caseExact?: true;
  /** Without it, the attribute can be written. */
  readonly mutability?: 'readOnly' | 'immutable';
  readonly unique?: true;
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly sub?: readonly Attribute[];
  /** The most characters of a text (default 256). */
  readonly max?: number;
}

/** A schema, with the prefix under which the values of an extension are kept. */
export interface Schema {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** A type of resources. */
export interface ResourceType {
  readonly name: 'User' | 'Group';
  readonly path: 'Users' | 'Groups';
  readonly description: string;
  readonly core: Schema;
  readonly extensions: readonly Schema[];
}

/** A writable attribute with the key under which its value is kept. */
export interface KeyedAttribute {
  readonly key: string;
  readonly attribute: Attribute;
}

const externalId: Attribute = {
  name: 'externalId',
  type: 'string',
  description: 'The id of the resource in the directory.',
  caseExact: true,
};
/** Of all resources. The server sets them. */
const common = new Set(['id', 'schemas', 'meta']);

/** The key of an attribute of an extension: its full name. */
export const extensionKey = (urn: string, name: string) => `${urn}:${name}`;

/** Finds an attribute of the core schema by its name, in any case. */
export function coreAttribute({ core }: ResourceType, name: string): KeyedAttribute | 'readOnly' | undefined {
  const wanted = name.toLowerCase();
  if (common.has(wanted)) return 'readOnly';
  const found = [externalId, ...core.attributes].find((one) => one.name.toLowerCase() === wanted);
  if (found?.mutability === 'readOnly') return 'readOnly';
  return found && { key: found.name, attribute: found };
}

/** Finds an attribute of an extension by its name, in any case. */
export function extensionAttribute(schema: Schema, name: string): KeyedAttribute | undefined {
  const found = schema.attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return found && { key: extensionKey(schema.urn, found.name), attribute: found };
}

/** Finds a part of a complex attribute by its name, in any case. */
export function subAttribute({ sub = [] }: Attribute, name: string): Attribute | undefined {
  return sub.find((one) => one.name.toLowerCase() === name.toLowerCase());
}

/** Finds the schema whose URN a name is, or begins with. */
export function schemaOfName({ core, extensions }: ResourceType, name: string): Schema | undefined {
  const wanted = name.toLowerCase();
  return [...extensions, core].find(
    ({ urn }) => wanted === urn.toLowerCase() || wanted.startsWith(`${urn.toLowerCase()}:`),
  );
}
