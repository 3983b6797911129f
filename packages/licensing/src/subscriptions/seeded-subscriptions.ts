import type { SeedSection, SeedView } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { SubscriptionSeed, seedSubscription } from './seed-licensing.js';

type Subscription = z.output<typeof SubscriptionSeed>;

/** The section `subscriptions` of the seed. */
export const seededSubscriptions: SeedSection<Transaction, Subscription> = {
  kind: 'subscription',
  entry: () => SubscriptionSeed,
  nameOf: ({ tenant, application, licenseType }) => `${tenant} ${application}/${licenseType}`,
  after: ['applications', 'tenants', 'users'],
  async write(tx, subscriptions, seed) {
    for (const subscription of subscriptions) {
      const { tenant, application, licenseType, quantity, seats } = subscription;
      const applicationId = seed.idOf('applications', application);
      checkSeats(subscription, subscriptions, seed);
      await seedSubscription(tx, {
        tenantId: seed.idOf('tenants', tenant),
        applicationId,
        licenseTypeId: seed.idOf('applications.licenseTypes', `${application}/${licenseType}`, licenseType),
        quantity,
        userIds: seats.map((email) => seed.idOf('users', email)),
      });
    }
    return new Map();
  },
  async read(tx, _subscriptions, seed) {
    const found = await tx.subscription.findMany({
      where: { tenant: { slug: { in: seed.keys('tenants') }, closingAt: null } },
      select: {
        tenant: { select: { slug: true } },
        licenseType: { select: { slug: true, application: { select: { name: true } } } },
      },
    });
    return found.map(({ tenant, licenseType: { slug, application } }) => ({
      kind: 'subscription',
      name: `${tenant.slug} ${application.name}/${slug}`,
      fields: {},
    }));
  },
};

/** What this package has to know of a tenant in the seed. */
const Tenants = z.array(z.object({ slug: z.string(), members: z.array(z.object({ email: z.string() })) }));

function checkSeats(subscription: Subscription, all: readonly Subscription[], seed: SeedView): void {
  const { tenant, application, licenseType, quantity, seats } = subscription;
  const entry = `The seed's subscription of "${tenant}" to ${application} ${licenseType}`;
  if (seats.length > quantity) {
    throw new Error(`${entry} assigns ${seats.length} seats, but has only ${quantity}; nothing was written.`);
  }
  const keyOf = (email: string) => seed.keyOf('users', email);
  const tenants = Tenants.parse(seed.entries('tenants'));
  const members = tenants.find(({ slug }) => slug === tenant)?.members.map(({ email }) => keyOf(email));
  const others = all.filter((other) => other.tenant === tenant && other.application === application);
  for (const email of seats) {
    if (!members?.includes(keyOf(email))) {
      throw new Error(`${entry} has a seat for "${email}", who is not a member; nothing was written.`);
    }
    const held = others.flatMap((other) => other.seats).filter((seat) => keyOf(seat) === keyOf(email));
    if (held.length > 1) throw new Error(`${entry} has a second seat for "${email}"; nothing was written.`);
  }
}
