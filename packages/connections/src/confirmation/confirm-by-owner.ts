import { actorOf, isOwnOrigin, signInYourself } from '@org/identity-core';
import type { IdentityPluginHost, OwnerCall, Transaction } from '@org/identity-prisma';
import { isSetupCall } from '../access/setup-caller.js';
import { isUnconfirmed } from './is-unconfirmed.js';

interface Confirmed {
  readonly call: OwnerCall;
  readonly connection: {
    readonly id: string;
    readonly name: string;
    readonly setupLinkId: string | null;
    readonly confirmedAt: Date | null;
  };
}

/**
 * An owner activates or changes a connection: from now on it is the owner's, with its domains, and does not end with the setup
 * link that has made it. A setup link confirms nothing, and neither does a session that a provider has opened.
 */
export async function confirmByOwner(
  tx: Transaction,
  { events }: Pick<IdentityPluginHost, 'events'>,
  { call, connection }: Confirmed,
): Promise<void> {
  if (isSetupCall(call)) return;
  const { tenantId, principal } = call;
  const { id, name } = connection;
  await confirmDomains(tx, call, { connections: { some: { connectionId: id } } });
  if (!isUnconfirmed(connection)) return;
  // The provider that the connection names must not confirm itself.
  if (!isOwnSession(call)) throw signInYourself();
  await tx.connection.update({ where: { id }, data: confirmationBy(call) });
  const event = { tenantId, actor: actorOf(principal), subjectId: id, data: { name } };
  await events.publish(tx, { type: 'connection.confirmed', ...event });
}

/** An owner uses or checks domains that a setup link has added. */
export async function confirmDomains(
  tx: Transaction,
  call: OwnerCall,
  those: { id: string } | { connections: { some: { connectionId: string } } },
): Promise<void> {
  if (!isOwnSession(call)) return;
  const added = { tenantId: call.tenantId, setupLinkId: { not: null }, confirmedAt: null };
  await tx.domain.updateMany({ where: { ...those, ...added }, data: confirmationBy(call) });
}

const isOwnSession = ({ principal }: OwnerCall) => principal.kind === 'user' && isOwnOrigin(principal.origin);

const confirmationBy = ({ principal }: OwnerCall) => ({
  confirmedAt: new Date(),
  confirmedById: principal.kind === 'user' ? principal.userId : null,
});
