import type { ConnectionKind, KindConnection, ShownConnection, Vault } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { openSecret } from '../access/sealed-secret.js';

type Kinds = Pick<IdentityPluginHost, 'connectionKinds'>;

/** The kind with that name; undefined if no plugin brings it, or does no longer. */
export const kindOf = ({ connectionKinds }: Kinds, name: string): ConnectionKind | undefined =>
  connectionKinds().find(({ kind }) => kind === name);

/** The kind of a connection that is shown or changed: only those are found whose kind a plugin brings. */
export function knownKind(kinds: Kinds, name: string): ConnectionKind {
  const kind = kindOf(kinds, name);
  if (!kind) throw new Error(`No plugin brings the kind of connections "${name}".`);
  return kind;
}

/** The connections whose kind a plugin brings. The others do not exist for anybody. */
export const ofKnownKind = ({ connectionKinds }: Kinds) => ({
  kind: { in: connectionKinds().map(({ kind }) => kind) },
});

/** The columns of a connection that its kind needs. */
export interface KindRow {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly version: number;
  readonly issuer: string;
  readonly settings: unknown;
  readonly secret: Uint8Array | null;
}

/** A connection, as its kind gets it. */
export function kindConnection({ vault }: { readonly vault: Vault }, row: KindRow): KindConnection {
  const { secret, ...connection } = row;
  return { ...connection, secret: () => (secret === null ? undefined : openSecret(vault, row.id, secret)) };
}

/** The connection as its kind's pages and forms get it. */
export const shownTo = (connection: object & { readonly id: string }): ShownConnection => ({ ...connection });
