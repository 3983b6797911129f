import { type ConnectionKind, validationFailed } from '@org/identity-core';
import { type IdentityPluginHost, requireOwner } from '@org/identity-prisma';

type Fields = Readonly<Record<string, unknown>>;

const namesOf = ({ request }: ConnectionKind) => [...Object.keys(request.provider), ...Object.keys(request.options)];

/** Those fields of a request that are the kind's own, without those that were not sent. */
export function ownFieldsOf(kind: ConnectionKind, values: Fields): Fields {
  const sent = namesOf(kind).filter((name) => values[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, values[name]]));
}

/** Lets the kind check and complete its own fields before the change. */
export async function prepareValues(
  { db }: Pick<IdentityPluginHost, 'db'>,
  call: Parameters<typeof requireOwner>[1],
  kind: ConnectionKind,
  values: Fields,
): Promise<Fields> {
  if (!kind.prepare || Object.keys(values).length === 0) return values;
  return kind.prepare(values, async () => {
    await requireOwner(db, call);
  });
}

/** Throws if a request to change a connection has fields of another kind. */
export function requireOwnFields(kinds: readonly ConnectionKind[], own: ConnectionKind, changes: Fields): void {
  const foreign = kinds.filter((kind) => kind !== own).flatMap((kind) => Object.keys(ownFieldsOf(kind, changes)));
  if (foreign.length === 0) return;
  throw validationFailed(
    foreign.map((path) => ({ path, message: `is no field of a connection of the kind ${own.kind}` })),
  );
}
