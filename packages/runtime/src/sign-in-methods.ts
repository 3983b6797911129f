import { type SignInMethod, signInPageFields } from '@org/identity-core';

/** The ways to sign in, from the lowest order to the highest. Throws if two of them could be mixed up. */
export function orderMethods(methods: readonly SignInMethod[]): readonly SignInMethod[] {
  const owners = new Map(signInPageFields.map((field) => [field, 'The sign-in page']));
  for (const [index, { name, fields }] of methods.entries()) {
    if (methods.findIndex((other) => other.name === name) !== index)
      throw new Error(`Two plugins have the sign-in method "${name}".`);
    for (const field of fields) {
      const owner = owners.get(field);
      if (owner !== undefined) throw new Error(`${owner} has the field "${field}" of the sign-in method "${name}".`);
      owners.set(field, `The sign-in method "${name}"`);
    }
  }
  return methods.toSorted((one, other) => one.order - other.order);
}
