import { type IdentityPluginHost, inTransactionOfTenants } from '@org/identity-prisma';
import type { z } from 'zod';
import { createAccount } from '../accounts/create-account.js';
import type { MigratedPerson } from './migrated-person.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'services'>;

/** A person of another system cannot get an account; the message is for the log. */
export class NotMigrated extends Error {}

/** Creates the account of a person of another system, with its memberships. Does nothing if the email is taken meanwhile. */
export async function createMigratedPerson(
  { db, events, services }: Services,
  { person, passwordHash }: { person: z.output<typeof MigratedPerson>; passwordHash: string },
): Promise<void> {
  const { memberships = [], externalId, createdAt, emailVerified = false, ...profile } = person;
  const tenants = await db.tenant.findMany({
    where: { slug: { in: memberships.map(({ tenant }) => tenant) }, closingAt: null },
    orderBy: { id: 'asc' },
    select: { id: true, slug: true },
  });
  if (tenants.length < new Set(memberships.map(({ tenant }) => tenant)).size)
    throw new NotMigrated('A tenant of the person does not exist.');
  if (externalId && (await db.user.count({ where: { externalId } })) > 0)
    throw new NotMigrated('Another account has the external id of the person.');
  await inTransactionOfTenants({ db }, async (tx) => {
    const names = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null));
    const account = await createAccount(tx, { ...names, email: person.email, emailVerified, passwordHash });
    if (!account) return;
    const userId = account.id;
    const more = { emailToProve: !emailVerified, externalId: externalId ?? null };
    await tx.user.update({ where: { id: userId }, data: { ...more, ...(createdAt ? { createdAt } : {}) } });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'account.created', tenantId: null, actor, subjectId: userId, data: {} });
    for (const { id: tenantId, slug } of tenants) {
      const role = memberships.find(({ tenant }) => tenant === slug)?.role ?? 'member';
      await services.members?.add(tx, { tenantId, userId, role, actor });
    }
  });
}
