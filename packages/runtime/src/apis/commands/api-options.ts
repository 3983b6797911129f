import type { CommandOption, Values } from '@org/identity-core';

/** The options for the fields of an API. */
export const apiOptions = {
  name: { type: 'string', value: 'name', help: 'What users call it; the consent page shows it' },
  open: {
    type: 'boolean',
    help: 'Third-party clients may ask for it without being listed',
  },
  scope: {
    type: 'string',
    multiple: true,
    value: 'name=description',
    help: 'A scope, with what the consent page says about it',
  },
  client: {
    type: 'string',
    multiple: true,
    value: 'id=scope,scope',
    help: 'A client that may ask for it, with its scopes',
  },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** Returns the given fields, with the names of the seed. An empty value makes a list empty. */
export function givenApiFields(values: Values): Record<string, unknown> {
  const scopes = pairsOf(values['scope'])?.map(([name, description]) => ({ name, description }));
  const clients = pairsOf(values['client'])?.map(([clientId, list]) => ({
    clientId,
    scopes: list.split(',').flatMap((scope) => (scope.trim() === '' ? [] : [scope.trim()])),
  }));
  const fields = { name: values['name'], open: values['open'], scopes, clients };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Splits `name=value` at the first equals sign. */
function pairsOf(given: Values[string]): [string, string][] | undefined {
  if (!Array.isArray(given)) return undefined;
  const texts = given.map(String).filter((each) => each !== '');
  return texts.map((each) => {
    const at = each.indexOf('=');
    return at < 0 ? [each, ''] : [each.slice(0, at), each.slice(at + 1)];
  });
}
