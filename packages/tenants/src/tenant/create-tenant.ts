import { type Actor, actorOf, rateLimited, reply, type UserPrincipal } from '@org/identity-core';
import { countWithin, type IdentityPluginHost, keyOf, type Transaction } from '@org/identity-prisma';
import { slugTaken } from '../access/errors.js';
import { lockActiveAccount } from '../access/require-active-account.js';
import { isHeld } from '../slugs/held-slugs.js';
import { slugFromName } from '../slugs/slug.js';

const maxAttempts = 5;
const day = 24 * 60 * 60;

export interface TenantLimits {
  /** Tenants that one user can create in a day, including deleted ones; super admins have no limit. */
  tenantsPerDay: number;
}

export const defaultTenantLimits: TenantLimits = { tenantsPerDay: 50 };

/** Creates a tenant whose owner is the caller. */
export function createTenant(
  { db, events, limits = defaultTenantLimits }: Pick<IdentityPluginHost, 'db' | 'events'> & { limits?: TenantLimits },
  input: { principal: UserPrincipal; name: string; slug?: string | undefined },
) {
  const { principal, name } = input;
  return db.$transaction(async (tx) => {
    await lockActiveAccount(tx, principal.userId);
    if (!principal.superAdmin) await countTenant(tx, principal.userId, limits);
    const added = { name, slug: input.slug, ownerId: principal.userId, actor: actorOf(principal) };
    return reply(await addTenant(tx, events, added));
  });
}

export interface NewTenant {
  name: string;
  /** Made from the name if absent. */
  slug?: string | undefined;
  ownerId: string;
  actor: Actor;
}

/** Creates a tenant for an operator, who names its owner; without a limit. */
export function createTenantFor({ db, events }: Pick<IdentityPluginHost, 'db' | 'events'>, input: NewTenant) {
  return db.$transaction(async (tx) => {
    await lockActiveAccount(tx, input.ownerId);
    return addTenant(tx, events, input);
  });
}

/** Adds the tenant, its first owner and the event. The caller has locked the owner's account. */
export async function addTenant(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { ownerId, ...added }: NewTenant,
) {
  const tenant = await insert(tx, added.name, added.slug);
  await tx.membership.create({ data: { tenantId: tenant.id, userId: ownerId, role: 'owner' } });
  await publish(tx, events, tenant, added.actor);
  return tenant;
}

/** Adds the tenant and the event. The caller invites its owner. */
export async function insertTenant(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { name, slug, actor }: Omit<NewTenant, 'ownerId'>,
) {
  const tenant = await insert(tx, name, slug);
  await publish(tx, events, tenant, actor);
  return tenant;
}

async function publish(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { id, name, slug }: { id: string; name: string; slug: string },
  actor: Actor,
): Promise<void> {
  await events.publish(tx, { type: 'tenant.created', tenantId: id, actor, subjectId: id, data: { name, slug } });
}

async function insert(tx: Transaction, name: string, chosen: string | undefined) {
  for (let attempt = 0; attempt < (chosen ? 1 : maxAttempts); attempt += 1) {
    const slug = chosen ?? slugFromName(name, attempt);
    // Does nothing if the slug is taken; an error would end the transaction.
    const created = await tx.tenant.createManyAndReturn({ data: [{ name, slug }], skipDuplicates: true });
    if (!created[0]) continue;
    if (!(await isHeld(tx, slug))) return created[0];
    await tx.tenant.delete({ where: { id: created[0].id } });
  }
  throw slugTaken();
}

async function countTenant(tx: Transaction, userId: string, { tenantsPerDay }: TenantLimits): Promise<void> {
  const wait = await countWithin(tx, [{ key: `tenants_day:${keyOf(userId)}`, max: tenantsPerDay, seconds: day }]);
  if (wait !== undefined) throw rateLimited(wait);
}
