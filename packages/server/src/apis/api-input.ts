import { browserScopes, machineScopes, PlainName, plainText, text, userScopes } from '@org/identity-core';
import { z } from 'zod';

const notIdentifier = 'must be an absolute URI without a fragment, such as https://api.example.com';
/** The `resource` of a request and the `aud` of its tokens. It is compared as it is written. */
export const ApiIdentifier = text(500, { min: 1, tooLong: notIdentifier })
  .regex(/^[a-z][a-z\d+.-]*:[!-~]+$/u, notIdentifier)
  .refine((value) => URL.canParse(value) && !value.includes('#') && !/["\\<>]/u.test(value), notIdentifier);

const notScope = 'must be 1 to 100 letters, digits, colons, dots, slashes, hyphens or underscores';
/** A scope of this service means something else, so an API cannot have one of the same name. */
const isOurs = (scope: string) => ([...userScopes, ...browserScopes(), ...machineScopes()] as string[]).includes(scope);
const ScopeName = text(100, { min: 1, tooLong: notScope })
  .regex(/^[\w:./-]+$/u, notScope)
  .refine((scope) => !isOurs(scope), 'is a scope of this service');

const isUnique = (names: readonly string[]) => new Set(names).size === names.length;

/** A scope of an API, in the words of its owner. */
export const ApiScopeInput = z.strictObject({ name: ScopeName, description: plainText(200) });
/** The scopes of an API that a client may ask for. */
export const ApiClientInput = z.strictObject({
  clientId: text(2048, { min: 1 }),
  scopes: z.array(text(100)).max(100),
});

const Scopes = z
  .array(ApiScopeInput)
  .max(100)
  .refine((scopes) => isUnique(scopes.map(({ name }) => name)), 'must not list a scope twice');
const Clients = z
  .array(ApiClientInput)
  .max(500)
  .refine((clients) => isUnique(clients.map(({ clientId }) => clientId)), 'must not list a client twice');

/** An API of others as the seed lists it, and as a command creates it. */
export const ApiInput = z.strictObject({
  identifier: ApiIdentifier,
  name: PlainName,
  open: z.boolean().default(false),
  scopes: Scopes.default([]),
  clients: Clients.default([]),
});
export type ApiInput = z.output<typeof ApiInput>;

/** What can be changed of an API. A list is replaced as a whole. */
export const ApiChanges = z
  .strictObject({
    name: PlainName.optional(),
    open: z.boolean().optional(),
    scopes: Scopes.optional(),
    clients: Clients.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'at least one field is needed');
export type ApiChanges = z.output<typeof ApiChanges>;
