import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost } from '@org/identity-prisma';
import { domainNotVerified, notTested, ownerConfirmationRequired } from '../access/errors.js';
import type { OwnerCall } from '../access/owner-call.js';
import { bySetupLink } from '../access/setup-caller.js';
import { askOwners } from '../confirmation/ask-owners.js';
import { confirmByOwner } from '../confirmation/confirm-by-owner.js';
import { findConnection, readConnection } from './connection-fields.js';
import { needsOwner, requireSetupActivation } from './setup-limits.js';
import { takeDomains } from './take-domains.js';

type Services = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'issuer' | 'mail' | 'sendMail' | 'brand' | 'connectionKinds'
>;

/**
 * Lets a connection sign users in. Its settings must be those of its last test, and one of its domains verified. An owner who
 * calls it confirms what a setup link has made. A setup link alone activates only on domains that it has proven itself: for
 * others the owners are asked by mail.
 */
export async function activateConnection(
  services: Services,
  { connectionId, ...call }: OwnerCall & { connectionId: string },
) {
  const { db, events } = services;
  const activated = await changeAsFreshOwner(db, { ...call, ...bySetupLink }, async (tx) => {
    const { tenantId, principal } = call;
    const connection = await findConnection(tx, services, { tenantId, connectionId });
    const { id, name, status, version, testedVersion } = connection;
    await requireSetupActivation(tx, call, connection);
    if (testedVersion !== version) throw notTested();
    const verified = { connectionId: id, domain: { status: 'VERIFIED' as const } };
    if ((await tx.connectionDomain.count({ where: verified })) === 0) throw domainNotVerified();
    const actor = actorOf(principal);
    if (await needsOwner(tx, call, id)) {
      await askOwners(services, tx, { connection, actor });
      return undefined;
    }
    await confirmByOwner(tx, services, { call, connection });
    if (status !== 'ACTIVE') {
      await takeDomains(tx, { events }, { id, tenantId, actor });
      await tx.connection.update({ where: { id }, data: { status: 'ACTIVE' } });
      await events.publish(tx, { type: 'connection.activated', tenantId, actor, subjectId: id, data: { name } });
    }
    return reply(await readConnection(tx, services, id));
  });
  if (activated) return activated;
  // After the commit: what was asked stays.
  services.sendMail();
  throw ownerConfirmationRequired();
}
