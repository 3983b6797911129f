import type { IdentityServer } from '@org/identity-server';

/** A schema of the API description with the named schemas in place of their references. */
export function inlinedSchema(document: IdentityServer['openApi'], schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inlinedSchema(document, each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) {
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    const named = schemas[$ref.replace('#/components/schemas/', '')];
    if (!named) throw new Error(`There is no schema ${$ref}.`);
    return inlinedSchema(document, named);
  }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inlinedSchema(document, value)]));
}
