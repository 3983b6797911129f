import { actorOf, type Principal, reply } from '@org/identity-core';
import { type IdentityPluginHost, requireManager, uuidV7 } from '@org/identity-prisma';
import { agentLicensed, noSeatsAvailable } from '../access/errors.js';
import { requireLicenseType } from '../license-types/require-license-type.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { freeSeatsOf, whyNoSeat } from '../seat-changes/free-seats.js';
import { findAgent, requireNoAgent } from './find-agent.js';

export interface GrantAgentSeat {
  tenantId: string;
  principal: Principal;
  clientId: string;
  applicationId: string;
  licenseTypeId: string;
}

/** Assigns a seat of a license to an agent. It counts like a seat of a member, under the same locks and the same limit. */
export async function grantAgentSeat(services: Pick<IdentityPluginHost, 'db' | 'events'>, input: GrantAgentSeat) {
  const { principal } = input;
  requireNoAgent(principal);
  const tenantId = input.tenantId.toLowerCase();
  await requireManager(services.db, { tenantId, principal });
  const { id: licenseTypeId, applicationId } = await requireLicenseType(services.db, input);
  return changeSeats(services, { tenantId, licenseTypeIds: [licenseTypeId] }, async (tx, subscriptions) => {
    // Again under the locks: the right may have ended while the transaction waited for them.
    await requireManager(tx, { tenantId, principal });
    const { clientId, name } = await findAgent(tx, { tenantId, clientId: input.clientId });
    const where = { tenantId_applicationId_clientId: { tenantId, applicationId, clientId } };
    if (await tx.agentSeat.findUnique({ where, select: { id: true } })) throw agentLicensed();
    const free = freeSeatsOf(subscriptions)(licenseTypeId);
    if (!free) throw noSeatsAvailable(whyNoSeat(subscriptions, licenseTypeId));
    const { subscriptionId, overage } = free;
    const id = uuidV7();
    // A seat of another license type may be added at this moment, under the locks of other subscriptions.
    const [seat] = await tx.$queryRaw<{ assignedAt: Date }[]>`
      INSERT INTO identity.agent_seats (id, subscription_id, tenant_id, application_id, client_id, assigned_at)
      VALUES (${id}::uuid, ${subscriptionId}::uuid, ${tenantId}::uuid, ${applicationId}::uuid, ${clientId},
        statement_timestamp())
      ON CONFLICT (tenant_id, application_id, client_id) DO NOTHING RETURNING assigned_at AS "assignedAt"`;
    if (!seat) throw agentLicensed();
    await services.events.publish(tx, {
      type: 'agent_seat.granted',
      tenantId,
      actor: actorOf(principal),
      subjectId: clientId,
      data: { seatId: id, subscriptionId, applicationId, licenseTypeId, name, ...(overage ? { overage } : {}) },
    });
    const { assignedAt } = seat;
    return reply({
      id,
      clientId,
      name,
      applicationId,
      licenseTypeId,
      assignedAt,
      lastUsedAt: null,
      endedAt: null,
      cause: null,
    });
  });
}
