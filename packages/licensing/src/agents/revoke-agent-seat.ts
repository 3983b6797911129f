import { type Actor, actorOf, isUuid, type Principal, reply } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, requireManager, type Transaction } from '@org/identity-prisma';
import { agentSeatNotFound } from '../access/errors.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import type { SeatServices } from '../seat-changes/seat-services.js';
import { requireNoAgent } from './find-agent.js';

interface Revocation {
  tenantId: string;
  principal: Principal;
  agentSeatId: string;
}

/** Takes the seat of an agent back. It is free at once, and goes to the first who waits for one. */
export async function revokeAgentSeat(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, principal, agentSeatId }: Revocation,
) {
  requireNoAgent(principal);
  await requireManager(services.db, { tenantId, principal });
  const licenseTypeId = await findLicenseType(services.db, { tenantId, agentSeatId });
  return changeSeats(services, { tenantId, licenseTypeIds: [licenseTypeId] }, async (tx, subscriptions) => {
    await requireManager(tx, { tenantId, principal });
    const where = Prisma.sql`seat.tenant_id = ${tenantId}::uuid AND seat.id = ${agentSeatId}::uuid`;
    const taken = await takeAgentSeats(tx, services, { where, actor: actorOf(principal), cause: 'revoked' });
    if (taken === 0) throw agentSeatNotFound();
    await handOutSeats(tx, services, subscriptions);
    return reply({ success: true, message: 'The seat of the agent was taken back.' });
  });
}

async function findLicenseType(
  db: Transaction,
  { tenantId, agentSeatId }: { tenantId: string; agentSeatId: string },
): Promise<string> {
  const where = { id: agentSeatId, tenantId };
  const select = { subscription: { select: { licenseTypeId: true } } };
  const seat = isUuid(agentSeatId) ? await db.agentSeat.findFirst({ where, select }) : null;
  if (!seat) throw agentSeatNotFound();
  return seat.subscription.licenseTypeId;
}

interface TakenSeat {
  id: string;
  tenantId: string;
  clientId: string;
  name: string | null;
  applicationId: string;
  licenseTypeId: string;
  subscriptionId: string;
}

/** Releases seats of agents and records each of them. The subscriptions must be locked. Returns the number of seats. */
async function takeAgentSeats(
  tx: Transaction,
  services: SeatServices,
  { where, actor, cause }: { where: Prisma.Sql; actor: Actor; cause: string },
): Promise<number> {
  // The trigger that ends the period of a seat reads the setting.
  const taken = await tx.$queryRaw<TakenSeat[]>`
    DELETE FROM identity.agent_seats seat USING identity.subscriptions sub, identity.clients client,
      (SELECT set_config('identity.seat_cause', ${cause}, true)) settings
    WHERE sub.id = seat.subscription_id AND client.id = seat.client_id AND ${where}
    RETURNING seat.id, seat.tenant_id AS "tenantId", seat.client_id AS "clientId", client.name,
              seat.application_id AS "applicationId", sub.license_type_id AS "licenseTypeId", sub.id AS "subscriptionId"`;
  await recordTaken(tx, services, taken, { actor, cause });
  return taken.length;
}

/** Records that agents have lost their seats. */
export async function recordTaken(
  tx: Transaction,
  { events }: SeatServices,
  taken: readonly TakenSeat[],
  { actor, cause }: { actor: Actor; cause: string },
): Promise<void> {
  if (taken.length === 0) return;
  await events.publishAll(
    tx,
    taken.map(({ id, tenantId, clientId, name, applicationId, licenseTypeId, subscriptionId }) => ({
      type: 'agent_seat.revoked' as const,
      tenantId,
      actor,
      subjectId: clientId,
      data: { seatId: id, subscriptionId, applicationId, licenseTypeId, ...(name === null ? {} : { name }), cause },
    })),
  );
}
