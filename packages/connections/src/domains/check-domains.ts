import type { Job } from '@org/identity-core';
import { inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import { recordOf } from './domain-name.js';
import { recordLookUp } from './record-look-up.js';
import { isUniqueViolation, type VerifyServices } from './verify-domain.js';

const rowsAtOnce = 50;
/** Fewer than all look-ups that can run at once, so that owners who check a domain need not wait for the job. */
const lookUpsAtOnce = 4;
const system = { kind: 'system', id: null } as const;

interface DueDomain {
  readonly id: string;
  readonly tenantId: string;
  readonly domain: string;
  readonly proof: string;
}

/** Looks every domain that is or was verified up once a day. */
export function checkDomainsJob(services: VerifyServices): Job {
  return { name: 'check-domains', everySeconds: 10 * 60, run: (signal) => checkDomains(services, signal) };
}

/** Looks up the domains that are due, in batches. */
export async function checkDomains(services: VerifyServices, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const due = await claimDue(services);
    const rest = due.values();
    // All of them take from the same iterator.
    await Promise.all(
      Array.from({ length: lookUpsAtOnce }, async () => {
        for (const domain of rest) if (!signal?.aborted) await checkDomain(services, domain);
      }),
    );
    if (due.length < rowsAtOnce) return;
  }
}

/** Takes domains that are due. If the DNS cannot be reached, or if this process ends, they are due again in an hour. */
async function claimDue({ pool }: VerifyServices): Promise<DueDomain[]> {
  const { rows } = await pool.query<DueDomain>(
    `UPDATE identity.domains SET due_at = now() + interval '1 hour'
     WHERE id = ANY(ARRAY(
       SELECT id FROM identity.domains WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
     RETURNING id, tenant_id AS "tenantId", domain, proof`,
    [rowsAtOnce],
  );
  return rows;
}

async function checkDomain(services: VerifyServices, { id, tenantId, ...due }: DueDomain): Promise<void> {
  const { db, lookUp, logger } = services;
  try {
    const looked = await lookUp(recordOf(due).name);
    if (looked.result === 'unreachable') return;
    await inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
      if (!(await lockTenantRow(tx, tenantId))) return;
      const domain = await tx.domain.findUnique({ where: { id } });
      if (domain && domain.status !== 'PENDING') await recordLookUp(services, tx, { domain, looked, actor: system });
    });
  } catch (error) {
    // Another tenant has verified it: it stays lapsed, and is looked up again in an hour.
    if (!isUniqueViolation(error))
      logger.error({ err: error, domainId: id, tenantId }, 'a domain could not be checked');
  }
}
