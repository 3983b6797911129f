import { actorOf, type Principal, reply } from '@org/identity-core';
import { changeAsManager, type IdentityPluginHost, revokeRefusedGrants, type Transaction } from '@org/identity-prisma';
import { mailDecided } from './application-mails.js';
import { applicationNotFound, findTenantApplication, type TenantApplicationEntry } from './tenant-application.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand'>;

interface Decision {
  readonly tenantId: string;
  readonly principal: Principal;
  readonly clientId: string;
}

/** A tenant may have many grants, of which those of one client have no index. */
const timeout = 60_000;

/**
 * Allows a third-party client in a tenant, or blocks it: then its grants there end in the same transaction. The user who has
 * asked for it gets a mail.
 */
export async function decideApplication(
  services: Services,
  { status, agent, ...decision }: Decision & { status: 'ALLOWED' | 'BLOCKED'; agent?: boolean | undefined },
): Promise<TenantApplicationEntry> {
  const { tenantId, clientId } = decision;
  const decided = await changeAsManager(services.db, { ...decision, timeout }, async (tx) => {
    const before = await findTenantApplication(tx, decision);
    const changed = await tx.$executeRaw`
      INSERT INTO identity.tenant_applications AS decided (tenant_id, client_id, status, agent)
      VALUES (${tenantId}::uuid, ${clientId}, ${status}::identity.application_status, coalesce(${agent}::boolean, false))
      ON CONFLICT (tenant_id, client_id) DO UPDATE
        SET status = excluded.status, agent = coalesce(${agent}::boolean, decided.agent), updated_at = now()
      WHERE decided.status <> excluded.status OR decided.agent <> coalesce(${agent}::boolean, decided.agent)`;
    if (changed === 0) return reply(before);
    await revokeRefusedGrants(tx, { tenantId, clientId });
    const event = status === 'ALLOWED' ? 'application.allowed' : 'application.blocked';
    await record(tx, services, decision, { ...before, ...(agent === undefined ? {} : { says: { agent } }) }, event);
    if (before.status === 'REQUESTED') await mailDecided(tx, services, { ...before, tenantId, status });
    return reply(await findTenantApplication(tx, decision));
  });
  services.sendMail();
  return decided;
}

/** Takes a decision or a request back. From then on the default of the tenant counts; what it does not allow ends. */
export function undecideApplication(services: Services, decision: Decision): Promise<void> {
  const { tenantId, clientId } = decision;
  return changeAsManager(services.db, { ...decision, timeout }, async (tx) => {
    const before = await findTenantApplication(tx, decision);
    const { count } = await tx.tenantApplication.deleteMany({ where: { tenantId, clientId } });
    if (count === 0) throw applicationNotFound();
    await revokeRefusedGrants(tx, { tenantId, clientId });
    await record(tx, services, decision, before, 'application.undecided');
  });
}

function record(
  tx: Transaction,
  { events }: Services,
  { tenantId, principal, clientId }: Decision,
  { name, says }: Pick<TenantApplicationEntry, 'name'> & { says?: { agent: boolean } },
  type: 'application.allowed' | 'application.blocked' | 'application.undecided',
): Promise<string> {
  const data = { name, ...says };
  return events.publish(tx, { type, tenantId, actor: actorOf(principal), subjectId: clientId, data });
}
