import { type Database, type Prisma, pageSize, pagesOf } from '@org/identity-prisma';
import { z } from 'zod';
import { withAgentSeats } from '../applications/agent-seats.js';
import type { CatalogueLine } from './catalogue-line.js';

type Line = z.input<typeof CatalogueLine>;

const application = {
  name: true,
  agentSeats: true,
  licenseTypes: { select: { slug: true, name: true, features: true, limits: true }, orderBy: { slug: 'asc' } },
} satisfies Prisma.ApplicationSelect;

const subscription = {
  application: { select: { name: true } },
  licenseType: { select: { slug: true } },
  quantityPurchased: true,
  status: true,
  startsAt: true,
  expiresAt: true,
  trial: true,
  overagePercent: true,
  limits: true,
  leasePolicy: true,
  reclaimAfterDays: true,
} satisfies Prisma.SubscriptionSelect;

const tenant = {
  slug: true,
  name: true,
  mfaPolicy: true,
  subscriptions: { select: subscription, orderBy: { id: 'asc' } },
} satisfies Prisma.TenantSelect;

type Application = Prisma.ApplicationGetPayload<{ select: typeof application }>;
type Tenant = Prisma.TenantGetPayload<{ select: typeof tenant }>;

/** All applications with their license types, and then all tenants with their subscriptions, a page at a time. */
export async function* exportCatalogue(db: Database): AsyncGenerator<Line[]> {
  const applications = (last: Application | undefined) =>
    db.application.findMany({
      where: { name: { gt: last?.name ?? '' } },
      select: application,
      orderBy: { name: 'asc' },
      take: pageSize,
    });
  for await (const page of pagesOf<Application>(applications)) yield page.map(applicationLine);
  const tenants = (last: Tenant | undefined) =>
    db.tenant.findMany({
      where: { closingAt: null, slug: { gt: last?.slug ?? '' } },
      select: tenant,
      orderBy: { slug: 'asc' },
      take: pageSize,
    });
  for await (const page of pagesOf<Tenant>(tenants)) yield page.map(tenantLine);
}

/** Prisma's type of a JSON column allows any JSON; these have numbers by names. */
const limitsOf = (limits: Prisma.JsonValue) => z.record(z.string(), z.number()).parse(limits);

function applicationLine(row: Application): Line {
  const { name, agentSeats, licenseTypes } = withAgentSeats(row);
  const types = licenseTypes.map((type) => ({ ...type, limits: limitsOf(type.limits) }));
  return { catalogue: { application: { name, agentSeats, licenseTypes: types } } };
}

function tenantLine({ subscriptions, ...row }: Tenant): Line {
  return { catalogue: { tenant: { ...row, subscriptions: subscriptions.map(subscriptionOf) } } };
}

function subscriptionOf(row: Tenant['subscriptions'][number]) {
  const { application: of, licenseType, quantityPurchased, leasePolicy, startsAt, expiresAt, limits, ...terms } = row;
  return {
    application: of.name,
    licenseType: licenseType.slug,
    quantity: quantityPurchased,
    ...terms,
    limits: limitsOf(limits),
    startsAt: startsAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    leases: leasePolicy,
  };
}
