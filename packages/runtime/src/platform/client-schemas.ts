import {
  browserShape,
  type ClientFieldName,
  type ClientFields,
  clientFieldNames,
  clientFields,
  cutText,
  IncomingTime,
  machineShape,
  Pagination,
  pageFields,
  secretField,
  Timestamp,
  text,
} from '@org/identity-core';
import { z } from 'zod';
import { ClientId } from '../clients/client-input.js';
import { Search } from './list-schemas.js';

export const ClientParams = z.object({ clientId: cutText(200) });
export const ClientsQuery = z.strictObject({ search: Search, tenant: Search, ...pageFields });

/** The rules are those of the seed; the server makes the secret. */
export const NewClientBody = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('CONFIDENTIAL'), id: ClientId, ...browserShape }),
    z.strictObject({ type: z.literal('SPA'), id: ClientId, ...browserShape }),
    z.strictObject({ type: z.literal('MACHINE'), id: ClientId, ...machineShape }),
  ],
  { error: 'must be CONFIDENTIAL, SPA or MACHINE' },
);

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
// Object.fromEntries forgets which name has which schema.
const shapeOf = <Kinds extends typeof changeOf | typeof storedAs>(kinds: Kinds) =>
  Object.fromEntries(clientFieldNames.map((name) => [name, kinds[clientFields[name].kind]])) as ShapeOf<Kinds>;

/** Only the kind of each value is checked here. The whole client, as it would be then, must pass the rules of the seed. */
export const ChangeClientBody = z
  .strictObject(shapeOf(changeOf))
  .refine((changes) => Object.keys(changes).length > 0, 'at least one field is needed');

/** A client as an operator sees it: of its secrets, only when they were created and when they expire. */
export const Client = z.object({
  id: z.string(),
  type: z.enum(['CONFIDENTIAL', 'SPA', 'MACHINE']),
  ...shapeOf(storedAs),
  secrets: z.array(z.object({ createdAt: Timestamp, expiresAt: Timestamp.nullable() })),
  blockedAt: Timestamp.nullable(),
  confirmed: z.boolean(),
  unconfirmed: z.object({ changedAt: Timestamp, changedBy: z.string(), changed: z.array(z.string()) }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const ClientList = z.object({ clients: z.array(Client), pagination: Pagination });
/** `secret` is null for an SPA and for a client with keys. It is in no other response. */
export const CreatedClient = Client.extend({ secret: secretField(z.string()).nullable() });
export const ChangedClient = Client.extend({ changed: z.array(z.string()) });

const day = 24 * 60 * 60;
/** What a super admin has seen: a later change of a machine is not confirmed with it. */
export const ConfirmClientBody = z.strictObject({ seen: IncomingTime.optional() });
export const RotateSecretBody = z.strictObject({
  graceSeconds: z
    .int()
    .min(0)
    .max(30 * day)
    .default(day),
});
export const RotatedSecret = z.object({ secret: secretField(z.string()), previousUntil: Timestamp });
