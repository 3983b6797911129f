import { type Actor, actorOf, type Principal, reply } from '@org/identity-core';
import { type IdentityPluginHost, inTransaction, type Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import type { UpdateLicenseTypeBody } from '../schemas.js';
import { getLicenseType, licenseTypeNotFound } from './get-license-type.js';
import { lockLicenseTypeToChange } from './lock-license-type.js';

type LicenseType = Awaited<ReturnType<typeof getLicenseType>>;
export type LicenseTypeChanges = z.output<typeof UpdateLicenseTypeBody>;

/** Every tenant that owns the type gets an event: with very many of them this takes seconds. */
const timeout = 60_000;
const tenantsAtOnce = 1_000;

/** Changes a license type. License checks see it at once, license mirrors with the next events. */
export function updateLicenseType(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { principal: Principal; licenseTypeId: string; changes: LicenseTypeChanges },
): Promise<LicenseType> {
  const { licenseTypeId, changes } = input;
  const change = async (tx: Transaction) => {
    // A subscription that is being added is known afterwards, or is added after this change.
    if (!(await lockLicenseTypeToChange(tx, licenseTypeId))) throw licenseTypeNotFound();
    const before = await getLicenseType(tx, licenseTypeId);
    const changed = changedFields(before, changes);
    if (changed.length === 0) return reply(before);
    const { name, features, limits } = changes;
    const data = {
      ...(name === undefined ? {} : { name }),
      ...(features === undefined ? {} : { features }),
      ...(limits === undefined ? {} : { limits }),
    };
    await tx.licenseType.update({ where: { id: before.id }, data });
    const after = await getLicenseType(tx, before.id);
    await publish(tx, events, { type: after, changed, actor: actorOf(input.principal) });
    return reply(after);
  };
  return inTransaction(db, change, { timeout });
}

/** The fields whose value changes. The order of features and limits means nothing. */
function changedFields(before: LicenseType, { name, features, limits }: LicenseTypeChanges): string[] {
  const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
    JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
  return [
    ...(name === undefined || name === before.name ? [] : ['name']),
    ...(features === undefined || isSame(features, before.features) ? [] : ['features']),
    ...(limits === undefined || isSame(Object.entries(limits), Object.entries(before.limits)) ? [] : ['limits']),
  ];
}

/**
 * Publishes the event, and records it for every tenant that has a subscription of the type: their event streams, webhooks and
 * license mirrors see only what belongs to them.
 */
async function publish(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { type, changed, actor }: { type: LicenseType; changed: string[]; actor: Actor },
): Promise<void> {
  const { applicationId, slug, name } = type;
  const data = { applicationId, slug, name, changed };
  const event = { type: 'license_type.updated' as const, tenantId: null, actor, subjectId: type.id, data };
  await events.publish(tx, event);
  const tenants = await tx.subscription.findMany({
    where: { licenseTypeId: type.id, tenant: { closingAt: null } },
    distinct: ['tenantId'],
    orderBy: { tenantId: 'asc' },
    select: { tenantId: true },
  });
  for (let from = 0; from < tenants.length; from += tenantsAtOnce)
    await events.recordAll(
      tx,
      tenants.slice(from, from + tenantsAtOnce).map(({ tenantId }) => ({ ...event, tenantId })),
    );
}
