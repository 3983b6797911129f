import type { Actor } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** What decides who gets the tokens of a client: where they are sent, who can ask for them, whether the user is asked. */
const decisive = [
  // The client as a whole, a new secret, and the end of a block.
  ...['created', 'secret', 'unblocked'],
  ...['redirectUris', 'origins', 'firstParty', 'deviceFlow'],
  ...['authMethod', 'jwks', 'jwksUri', 'requirePar', 'dpopBound', 'profile'],
];

interface ClientChange {
  readonly clientId: string;
  readonly type: string;
  readonly actor: Actor;
  /** The names of the changed fields; or `created`, `secret`, `unblocked`. */
  readonly changed: readonly string[];
}

/**
 * Marks a client that a machine has made, or changed in a way that decides who gets its tokens. Through it, nobody has the
 * rights of a super admin until a super admin has confirmed it. Otherwise a stolen secret of a machine, and one click of a
 * super admin on a link, would be enough to get a super admin's token. The statement of a token's state reads the mark.
 * Returns whether the client was marked. Nobody signs in to a client of the type MACHINE.
 */
export async function markUnconfirmed(tx: Transaction, { clientId, type, actor, changed }: ClientChange) {
  const names = changed.filter((name) => decisive.includes(name));
  if (actor.kind !== 'machine' || type === 'MACHINE' || names.length === 0) return false;
  await tx.$executeRaw`
    INSERT INTO identity.unconfirmed_clients AS marked (client_id, changed_by, changed)
    VALUES (${clientId}, ${actor.id ?? ''}, ${names}::text[])
    ON CONFLICT (client_id) DO UPDATE SET changed_at = clock_timestamp(), changed_by = excluded.changed_by,
      changed = marked.changed || ARRAY(SELECT unnest(excluded.changed) EXCEPT SELECT unnest(marked.changed))`;
  return true;
}
