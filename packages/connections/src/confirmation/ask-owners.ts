import type { Actor } from '@org/identity-core';
import { countWithin, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { confirmationMails } from './confirmation-mails.js';

const day = 24 * 60 * 60;
/** How often the owners of a tenant are asked within a day: each time is a mail to all of them. */
const maxAskedPerDay = 10;

interface Asked {
  readonly connection: {
    readonly id: string;
    readonly tenantId: string;
    readonly name: string;
    readonly issuer: string;
    readonly version: number;
    readonly askedVersion: number | null;
  };
  readonly actor: Actor;
}

/** Asks the owners by mail to activate a connection that a setup link has made, once for these settings. */
export async function askOwners(
  services: Pick<IdentityPluginHost, 'events' | 'mail' | 'issuer' | 'brand'>,
  tx: Transaction,
  { connection, actor }: Asked,
): Promise<void> {
  const { id, tenantId, name, version, askedVersion } = connection;
  if (askedVersion === version) return;
  const limit = { key: `connection_confirmations:${tenantId}`, max: maxAskedPerDay, seconds: day };
  if ((await countWithin(tx, [limit])) !== undefined) return;
  await tx.connection.update({ where: { id }, data: { askedVersion: version } });
  const event = { tenantId, actor, subjectId: id, data: { name } };
  await services.events.publish(tx, { type: 'connection.confirmation_requested', ...event });
  const mails = await confirmationMails(tx, services, connection);
  await services.mail.add(tx, mails, { kind: 'connection-confirmation', priority: 'low' });
}
