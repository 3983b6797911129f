import { rateLimited } from '@org/identity-core';
import {
  countWithin,
  type IdentityPluginHost,
  inTenantTransaction,
  keyOf,
  lockTenantRow,
  type ThirdPartyApps,
  type Transaction,
} from '@org/identity-prisma';
import { mailRequested } from './application-mails.js';
import { isThirdParty } from './tenant-application.js';

/** How many applications a member can ask a tenant for within a day: each one costs its managers attention. */
const maxPerDay = 20;
const day = 24 * 60 * 60;

/** For clients that ask without a page. */
export const notAllowed = 'the tenant does not allow this client';

/** A member who wants to use a third-party client for a tenant. */
export interface WantedApplication {
  readonly tenantId: string;
  readonly clientId: string;
  readonly userId: string;
}

/** Whether a member can use a client for a tenant. `ask`: a manager has to allow it; `requested`: one was asked. */
export interface ApplicationUse {
  readonly use: 'allowed' | 'ask' | 'requested' | 'blocked';
  readonly tenant: string;
  readonly slug: string;
  /** Whether the member could allow it. */
  readonly manages: boolean;
}

/**
 * Finds whether a member can use a third-party client for a tenant. Returns undefined if the user is no active member, or if
 * the tenant has no say about the client: it is first-party, or does not exist.
 */
export async function findApplicationUse(
  tx: Transaction,
  { tenantId, clientId, userId }: WantedApplication,
): Promise<ApplicationUse | undefined> {
  const [row] = await tx.$queryRaw<(Omit<ApplicationUse, 'use'> & { status: string | null; rule: ThirdPartyApps })[]>`
    SELECT t.name AS tenant, t.slug, t.third_party_apps::text AS rule, a.status::text, m.role <> 'member' AS manages
    FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    JOIN identity.clients c ON c.id = ${clientId} AND ${isThirdParty(tenantId)}
    LEFT JOIN identity.tenant_applications a ON a.tenant_id = t.id AND a.client_id = c.id
    WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid AND m.status = 'ACTIVE'`;
  if (!row) return undefined;
  const { status, rule, ...shown } = row;
  return { ...shown, use: useOf(status, rule) };
}

function useOf(status: string | null, rule: ThirdPartyApps): ApplicationUse['use'] {
  if (status === 'ALLOWED' || status === 'BLOCKED') return status === 'ALLOWED' ? 'allowed' : 'blocked';
  if (rule === 'ALLOW') return 'allowed';
  if (rule === 'BLOCK') return 'blocked';
  return status === 'REQUESTED' ? 'requested' : 'ask';
}

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand'>;

/**
 * Asks the managers of a tenant to allow a third-party client, if its members have to ask. Returns how the member can use the
 * client then. Only the first member who asks takes the lock of the tenant.
 */
export async function requestApplication(
  services: Services,
  wanted: WantedApplication,
): Promise<ApplicationUse | undefined> {
  const { db } = services;
  const { tenantId } = wanted;
  const before = await findApplicationUse(db, wanted);
  if (before?.use !== 'ask') return before;
  const after = await inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    await lockTenantRow(tx, tenantId);
    // Read again: the tenant may have decided, or suspended the member, while this waited for the lock.
    const now = await findApplicationUse(tx, wanted);
    if (now?.use !== 'ask') return now;
    await addRequest(tx, services, wanted);
    return { ...now, use: 'requested' as const };
  });
  services.sendMail();
  return after;
}

async function addRequest(tx: Transaction, services: Services, wanted: WantedApplication): Promise<void> {
  const { tenantId, clientId, userId } = wanted;
  const key = `application_requests_day:${keyOf(tenantId, userId)}`;
  const wait = await countWithin(tx, [{ key, max: maxPerDay, seconds: day }]);
  if (wait !== undefined) throw rateLimited(wait);
  await tx.tenantApplication.create({ data: { tenantId, clientId, status: 'REQUESTED', requestedBy: userId } });
  const { name } = await tx.client.findUniqueOrThrow({ where: { id: clientId }, select: { name: true } });
  const actor = { kind: 'user' as const, id: userId };
  await services.events.publish(tx, {
    type: 'application.requested',
    tenantId,
    actor,
    subjectId: clientId,
    data: { name },
  });
  await mailRequested(tx, services, { ...wanted, name });
}
