import { type ConnectionKind, nameSchema, PlainName, RuledRole, Timestamp } from '@org/identity-core';
import { ConnectionStatus } from '@org/identity-prisma';
import { z } from 'zod';
import { DefaultRole, Ids, sharedSettings } from '../schemas.js';

/*
 * The requests and replies of connections: the fields of every kind, with those of its own between them.
 */

type Shape = Readonly<Record<string, z.ZodType>>;

const words = {
  kind: 'The protocol of the provider.',
  name: 'How pages name it, such as Okta.',
  domains: 'The ids of the domains whose users sign in by it.',
  defaultRole: 'The role of members whom it adds.',
  defaultGroups: 'The ids of the groups that new members get.',
  roleByGroup: 'The role that the members of a group get, by the id of the group.',
  jit: 'Whether users who are no members become members by their first sign-in. If false, only those who are invited.',
  trustMfa: 'Whether a second factor at the provider counts as one here.',
};

export type ConnectionSchemas = ReturnType<typeof connectionSchemas>;
export type NewConnection = z.output<ReturnType<typeof createBodyOf>>;
export type ConnectionChanges = z.output<ReturnType<typeof updateBodyOf>>;

/** The schemas for the kinds of a server. With several kinds, those of a request are told apart by `kind`. */
export function connectionSchemas(kinds: readonly ConnectionKind[]) {
  const isOnly = kinds.length === 1;
  const named = (kind: ConnectionKind, name: string) => (isOnly ? name : `${kind.kind}${name}`);
  const CreateConnectionBody = oneOf(kinds.map((kind) => createBodyOf(kind, named(kind, 'CreateConnectionRequest'))));
  const UpdateConnectionBody = updateBodyOf(kinds);
  const ConnectionDetails = oneOf(kinds.map((kind) => detailsOf(kind, named(kind, 'Connection'))));
  const ConnectionList = z.object({ connections: z.array(ConnectionDetails) });
  nameSchema(ConnectionList, 'ConnectionList', { connections: 'All connections of the tenant, oldest first.' });
  return { CreateConnectionBody, UpdateConnectionBody, ConnectionDetails, ConnectionList };
}

function createBodyOf(kind: ConnectionKind, name: string) {
  const { provider, options } = kind.request;
  const schema = z.strictObject({
    kind: z.enum([kind.kind]),
    name: PlainName,
    ...provider,
    domains: Ids,
    ...sharedSettings,
    ...options,
  });
  nameSchema(schema, name, { ...words, ...kind.words });
  return schema;
}

/** A request to change a connection does not name its kind: whether the fields belong to it is checked with the change. */
function updateBodyOf(kinds: readonly ConnectionKind[]) {
  const provider = Object.assign({}, ...kinds.map(({ request }) => request.provider)) as Shape;
  const options = Object.assign({}, ...kinds.map(({ request }) => request.options)) as Shape;
  const schema = z
    .strictObject({
      name: PlainName.optional(),
      ...z.object(provider).partial().shape,
      domains: Ids.optional(),
      ...sharedSettings,
      ...options,
    })
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'at least one field is required');
  const { kind: _kind, ...shared } = words;
  nameSchema(schema, 'UpdateConnectionRequest', Object.assign({}, shared, ...kinds.map((kind) => kind.words)));
  return schema;
}

/** Never a secret. */
function detailsOf(kind: ConnectionKind, name: string) {
  const { provider, options } = kind.reply;
  const schema = z.object({
    id: z.uuid(),
    kind: z.enum([kind.kind]),
    name: z.string(),
    status: z.enum(ConnectionStatus),
    ...provider,
    domains: z.array(z.uuid()),
    defaultRole: DefaultRole,
    defaultGroups: z.array(z.uuid()),
    roleByGroup: z.record(z.uuid(), RuledRole),
    jit: z.boolean(),
    trustMfa: z.boolean(),
    ...options,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  });
  const { shape } = schema;
  nameSchema(shape.kind, isOnlyName(name) ? 'ConnectionKind' : `${kind.kind}Kind`);
  nameSchema(shape.status, 'ConnectionStatus');
  nameSchema(shape.defaultRole, 'ConnectionRole');
  nameSchema(schema, name, {
    ...words,
    ...kind.words,
    id: 'The connection; changes and attempts name it.',
    status: 'Only an ACTIVE one signs users in. DRAFT: its settings were not tested yet. TESTED: it can be activated.',
  });
  return schema;
}

const isOnlyName = (name: string) => name === 'Connection';

/** The only schema, or one of several by `kind`. */
function oneOf<Schema extends z.ZodObject>(schemas: readonly Schema[]): Schema | z.ZodDiscriminatedUnion<[Schema]> {
  const [only, ...others] = schemas;
  if (!only) throw new Error('No plugin brings a kind of connections.');
  // The type of the tuple says only that every member is such a schema.
  return others.length === 0 ? only : z.discriminatedUnion('kind', [only, ...others] as unknown as [Schema]);
}
