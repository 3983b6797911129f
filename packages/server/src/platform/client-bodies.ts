import {
  browserShape,
  type ClientFieldName,
  type ClientFields,
  knownClientFields,
  machineShape,
  madeOfClientFields,
  nameSchema,
  Pagination,
  secretField,
  Timestamp,
  text,
} from '@org/identity-core';
import { z } from 'zod';
import { ClientId } from '../clients/client-input.js';

/** As long as the longest text of a client. */
const Value = text(8000);
const changeOf = {
  text: Value.nullable().optional(),
  list: z.array(Value).optional(),
  flag: z.boolean().optional(),
  rule: z.boolean().nullable().optional(),
};
const storedAs = {
  text: z.string().nullable(),
  list: z.array(z.string()),
  flag: z.boolean(),
  rule: z.boolean().nullable(),
};

type ShapeOf<Kinds extends typeof changeOf | typeof storedAs> = {
  [Name in ClientFieldName]: Kinds[ClientFields[Name]['kind']];
};
// Object.fromEntries forgets which name has which schema. Those of plugins have no type here: they are only passed on.
const shapeOf = <Kinds extends typeof changeOf | typeof storedAs>(kinds: Kinds) =>
  Object.fromEntries([...knownClientFields()].map(([name, { kind }]) => [name, kinds[kind]])) as ShapeOf<Kinds>;

const type = 'CONFIDENTIAL can keep a secret, SPA runs in the browser, MACHINE acts for no user.';
const clientId = 'The id that the application sends as client_id.';

/** The bodies and replies that have the fields of a client, with the words of the API description. */
export const clientBodies = madeOfClientFields(() => {
  // The sentences of the fields, from the help of the commands.
  const sentences: Readonly<Record<string, string>> = Object.fromEntries(
    [...knownClientFields()].map(([name, { option }]) => [name, `${option.help.replaceAll('MACHINE', 'machines')}.`]),
  );
  const confidential = z.strictObject({ type: z.literal('CONFIDENTIAL'), id: ClientId, ...browserShape() });
  const spa = z.strictObject({ type: z.literal('SPA'), id: ClientId, ...browserShape() });
  const machine = z.strictObject({ type: z.literal('MACHINE'), id: ClientId, ...machineShape() });
  const ofType = { ...sentences, type, id: clientId };
  nameSchema(confidential, 'ConfidentialClient', ofType);
  nameSchema(spa, 'SpaClient', ofType);
  nameSchema(machine, 'MachineClient', ofType);
  // The rules are those of the seed; the server makes the secret.
  const create = z.discriminatedUnion('type', [confidential, spa, machine], {
    error: 'must be CONFIDENTIAL, SPA or MACHINE',
  });
  nameSchema(create, 'CreateClientRequest');

  // Only the kind of each value is checked here. The whole client, as it would be then, must pass the rules of the seed.
  const change = z
    .strictObject(shapeOf(changeOf))
    .refine((changes) => Object.keys(changes).length > 0, 'at least one field is needed');
  nameSchema(change, 'UpdateClientRequest', sentences);
  return { create, change, ...repliesWith(sentences) };
});

function repliesWith(sentences: Readonly<Record<string, string>>) {
  const secret = z.object({ createdAt: Timestamp, expiresAt: Timestamp.nullable() });
  nameSchema(secret, 'ClientSecret', { expiresAt: 'Until when it works; null if it has no end.' });
  const unconfirmed = z.object({ changedAt: Timestamp, changedBy: z.string(), changed: z.array(z.string()) });
  nameSchema(unconfirmed, 'UnconfirmedChange', {
    changedAt: 'When a machine has last changed it.',
    changedBy: 'The id of the machine.',
    changed: 'The changed fields; `created` for a new client, `secret` for a new secret.',
  });
  // A client as an operator sees it: of its secrets, only when they were created and when they expire.
  const one = z.object({
    id: z.string(),
    type: z.enum(['CONFIDENTIAL', 'SPA', 'MACHINE']),
    ...shapeOf(storedAs),
    secrets: z.array(secret),
    blockedAt: Timestamp.nullable(),
    confirmed: z.boolean(),
    unconfirmed: unconfirmed.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  });
  nameSchema(one, 'Client', {
    ...sentences,
    id: clientId,
    type,
    secrets: 'The secrets that work now. Their values are never shown.',
    blockedAt: 'Since when nobody can use it; null if it is not blocked.',
    confirmed:
      'False if a machine has made or changed it: super admins have no rights through it until one confirms it.',
    unconfirmed: 'What a machine has changed; null if nothing has to be confirmed.',
  });
  const list = z.object({ clients: z.array(one), pagination: Pagination });
  nameSchema(list, 'ClientList', { clients: 'The clients on this page.' });
  const created = one.extend({ secret: secretField(z.string()).nullable() });
  const secretWords = 'Its secret; null for an SPA. No other response has it: store it.';
  nameSchema(created, 'CreatedClient', { secret: secretWords }, one);
  const changed = one.extend({ changed: z.array(z.string()) });
  nameSchema(changed, 'ChangedClient', { changed: 'The names of the fields that have another value now.' }, one);
  return { one, list, created, changed };
}
