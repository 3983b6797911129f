import type { DomainEvent, EventType, Subscriber } from '@org/identity-core';
import { type IdentityPluginHost, lockSubscriptionRows, type Transaction } from '@org/identity-prisma';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { settleSeats } from '../seat-changes/settle-seats.js';
import { recordTaken } from './revoke-agent-seat.js';

interface EndedSeat {
  id: string;
  tenantId: string;
  clientId: string;
  name: string | null;
  applicationId: string;
  licenseTypeId: string;
  subscriptionId: string;
}

/**
 * Records the seats that a client has lost because it was deleted or blocked, or is no longer an agent, and gives them to
 * those who wait, in the same transaction. The seats themselves are gone already: by the foreign key, or by the triggers of
 * `prisma/functions/agent-seats.sql`, which see a change by plain SQL as well.
 */
export function agentSeatReleases(services: Pick<IdentityPluginHost, 'events'>): Subscriber<Transaction>[] {
  const types = [
    'application.allowed',
    'application.blocked',
    'application.undecided',
    'client.blocked',
    'client.deleted',
    'client.updated',
  ] satisfies EventType[];
  return types.map((on) => ({ on, handle: (tx, event) => afterRelease(tx, services, event) }));
}

async function afterRelease(
  tx: Transaction,
  services: Pick<IdentityPluginHost, 'events'>,
  { subjectId, actor, type }: DomainEvent,
): Promise<void> {
  // `now()` is when the transaction began: these are the seats that it has taken.
  const ended = await tx.$queryRaw<EndedSeat[]>`
    SELECT period.id, period.tenant_id AS "tenantId", period.client_id AS "clientId", client.name,
           period.application_id AS "applicationId", period.license_type_id AS "licenseTypeId",
           period.subscription_id AS "subscriptionId"
    FROM identity.agent_seat_periods period LEFT JOIN identity.clients client ON client.id = period.client_id
    WHERE period.client_id = ${subjectId} AND period.ended_at >= date_trunc('milliseconds', now())
    ORDER BY period.tenant_id, period.id`;
  if (ended.length === 0) return;
  await recordTaken(tx, services, ended, { actor, cause: type });
  const tenantIds = [...new Set(ended.map(({ tenantId }) => tenantId))];
  const licenseTypeIds = [...new Set(ended.map(({ licenseTypeId }) => licenseTypeId))];
  const subscriptions = await lockSubscriptionRows(tx, { tenantId: tenantIds, licenseTypeIds });
  if (!(await settleSeats(tx, services, subscriptions))) await handOutSeats(tx, services, subscriptions);
}
