import type { DeclaredClientField } from './declared-client-field.js';

/** Those of the plugins of this process, as its events and scopes. A new map, as soon as there is another one. */
let declared: ReadonlyMap<string, DeclaredClientField> = new Map();

/** Makes the fields of a plugin known to this process. */
export function declareClientFields(fields: Readonly<Record<string, DeclaredClientField>>): void {
  const more = Object.entries(fields).filter(([name, field]) => declared.get(name) !== field);
  if (more.length > 0) declared = new Map([...declared, ...more]);
}

/** The fields of plugins. */
export function declaredClientFields(): ReadonlyMap<string, DeclaredClientField> {
  return declared;
}
