import { type Database, type EventBus, inTransaction, Prisma, revokeConsentedGrants } from '@org/identity-prisma';
import { foreignLimits } from './foreign-limits.js';
import { lockForeignClient } from './lock-foreign-client.js';

export interface ExpireServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
}

const batchSize = 100;
const { neverUsedDays, unusedDays } = foreignLimits;

// A decision about a client outlives its use: of one that is blocked, or that a tenant has decided about, the row stays.
const isUnused = Prisma.sql`
  c.source <> 'MANUAL' AND c.blocked_at IS NULL
  AND NOT EXISTS (SELECT FROM identity.tenant_applications decided WHERE decided.client_id = c.id)
  AND CASE
    WHEN c.last_used_at IS NULL THEN c.created_at < now() - make_interval(days => ${neverUsedDays}::int)
    WHEN c.source = 'REGISTERED' THEN c.last_used_at < now() - make_interval(days => ${unusedDays.REGISTERED}::int)
    ELSE c.last_used_at < now() - make_interval(days => ${unusedDays.METADATA_DOCUMENT}::int)
  END`;

/** Deletes clients that came by themselves and are no longer used. Returns their number. */
export async function expireForeignClients(services: ExpireServices, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (;;) {
    const rows = await services.db.$queryRaw<{ id: string }[]>`
      SELECT c.id FROM identity.clients c WHERE ${isUnused} ORDER BY c.created_at LIMIT ${batchSize}`;
    const before = total;
    for (const { id } of rows) {
      if (signal?.aborted) return total;
      if (await expire(services, id)) total += 1;
    }
    if (rows.length < batchSize || total === before) return total;
  }
}

/** In a transaction for each client. The condition is read again: the client may be used at this moment. */
function expire({ db, events }: ExpireServices, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockForeignClient(tx, id);
    const [client] = await tx.$queryRaw<{ type: string; source: string }[]>`
      SELECT c.type::text, c.source::text FROM identity.clients c WHERE c.id = ${id} AND ${isUnused}`;
    if (!client) return false;
    // Before its consents are deleted with it: a document of the same URL may come again.
    await revokeConsentedGrants(tx, id);
    await tx.client.delete({ where: { id } });
    const data = { ...client, unused: true };
    const actor = { kind: 'system', id: null } as const;
    await events.publish(tx, { type: 'client.deleted', tenantId: null, actor, subjectId: id, data });
    return true;
  });
}
