import { actorOf, IdentityError, reply } from '@org/identity-core';
import { changeAsOwner, type IdentityPluginHost, type OwnerCall } from '@org/identity-prisma';
import { findDomain } from './find-domain.js';

/** Removes a domain that no active connection uses. Its emails belong to nobody from then on. */
export function removeDomain(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { domainId, ...call }: OwnerCall & { domainId: string },
) {
  const { tenantId, principal } = call;
  return changeAsOwner(db, call, async (tx) => {
    const { id, domain } = await findDomain(tx, { tenantId, domainId });
    const used = { domainId: id, active: true, connection: { status: 'ACTIVE' as const } };
    if (await tx.connectionDomain.findFirst({ where: used, select: { domainId: true } })) throw domainInUse();
    await tx.domain.delete({ where: { id } });
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'domain.removed', tenantId, actor, subjectId: id, data: { domain } });
    return reply({ success: true, message: 'The domain was removed.' });
  });
}

const domainInUse = () =>
  new IdentityError(
    'DOMAIN_IN_USE',
    'An active connection signs the users of this domain in. Disable the connection or take the domain from it first.',
  );
