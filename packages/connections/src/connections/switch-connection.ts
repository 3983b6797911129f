import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost } from '@org/identity-prisma';
import { domainNotVerified, notTested } from '../access/errors.js';
import type { OwnerCall } from '../access/owner-call.js';
import { endVisits } from '../visits/visits.js';
import { findConnection, readConnection } from './connection-fields.js';
import { requireSetupActivation } from './setup-limits.js';
import { takeDomains } from './take-domains.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'issuer'>;
type Call = OwnerCall & { connectionId: string };

/** Lets a connection sign users in. Its settings must be those of its last test, and one of its domains verified. */
export function activateConnection({ db, events, issuer }: Services, { connectionId, ...call }: Call) {
  return changeAsFreshOwner(db, { ...call, bySetupLink: true }, async (tx) => {
    const { tenantId, principal } = call;
    const connection = await findConnection(tx, { tenantId, connectionId });
    const { id, name, status, version, testedVersion } = connection;
    await requireSetupActivation(tx, call, connection);
    if (testedVersion !== version) throw notTested();
    const verified = { connectionId: id, domain: { status: 'VERIFIED' as const } };
    if ((await tx.connectionDomain.count({ where: verified })) === 0) throw domainNotVerified();
    if (status !== 'ACTIVE') {
      const actor = actorOf(principal);
      await takeDomains(tx, { events }, { id, tenantId, actor });
      await tx.connection.update({ where: { id }, data: { status: 'ACTIVE' } });
      await events.publish(tx, { type: 'connection.activated', tenantId, actor, subjectId: id, data: { name } });
    }
    return reply(await readConnection(tx, issuer, id));
  });
}

/** From the commit on, nobody signs in by the connection. Sign-ins that are under way end. Its settings stay. */
export function disableConnection({ db, events, issuer }: Services, { connectionId, ...call }: Call) {
  return changeAsFreshOwner(db, call, async (tx) => {
    const { tenantId, principal } = call;
    const { id, name, status } = await findConnection(tx, { tenantId, connectionId });
    if (status !== 'DISABLED') {
      await tx.connection.update({ where: { id }, data: { status: 'DISABLED' } });
      await tx.connectionDomain.updateMany({ where: { connectionId: id }, data: { active: false } });
      await endVisits(tx, id);
      const event = { tenantId, actor: actorOf(principal), subjectId: id, data: { name } };
      await events.publish(tx, { type: 'connection.disabled', ...event });
    }
    return reply(await readConnection(tx, issuer, id));
  });
}

/** Deletes a connection with its links and attempts. The members who came by it stay members. */
export function deleteConnection({ db, events }: Services, { connectionId, ...call }: Call) {
  return changeAsFreshOwner(db, call, async (tx) => {
    const { tenantId, principal } = call;
    const { id, name } = await findConnection(tx, { tenantId, connectionId });
    const event = { tenantId, actor: actorOf(principal), subjectId: id, data: { name } };
    await events.publish(tx, { type: 'connection.deleted', ...event });
    await endVisits(tx, id);
    await tx.connection.delete({ where: { id } });
    return reply({ success: true, message: 'The connection was deleted. Its members stay members of the tenant.' });
  });
}
