import type { Prisma, Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import type { ImportedPerson } from './person.js';

const known = {
  id: true,
  email: true,
  normalizedEmail: true,
  externalId: true,
  emailVerified: true,
  emailToProve: true,
  passwordHash: true,
  mfaEnabled: true,
  superAdmin: true,
  disabledAt: true,
  deletedAt: true,
  displayName: true,
  givenName: true,
  familyName: true,
  locale: true,
  zoneinfo: true,
  ssoLinks: { select: { provider: true, issuer: true, subject: true } },
  memberships: {
    where: { tenant: { closingAt: null } },
    select: {
      tenantId: true,
      role: true,
      status: true,
      seats: { select: { applicationId: true, subscription: { select: { licenseTypeId: true } } } },
      licenseRequests: { where: { status: 'WAITING' }, select: { applicationId: true } },
    },
  },
} satisfies Prisma.UserSelect;

export type KnownUser = Prisma.UserGetPayload<{ select: typeof known }>;

/** The accounts that lines may be about, by what lines name them. */
export interface KnownPeople {
  find(person: ImportedPerson): { byExternalId: KnownUser | undefined; byEmail: KnownUser | undefined };
}

/** Reads the accounts of some people, in few statements. */
export async function readKnownPeople(tx: Transaction, people: readonly ImportedPerson[]): Promise<KnownPeople> {
  const emails = people.map(({ email }) => normalizeEmail(email));
  const externalIds = people.flatMap(({ externalId }) => externalId ?? []);
  const where = { OR: [{ normalizedEmail: { in: emails } }, { externalId: { in: externalIds } }] };
  const found = people.length === 0 ? [] : await tx.user.findMany({ where, select: { id: true } });
  const ids = found.map(({ id }) => id);
  // Prisma reads everything that belongs to accounts even if there are none, as in the first import.
  const users = ids.length === 0 ? [] : await tx.user.findMany({ where: { id: { in: ids } }, select: known });
  const byEmail = new Map(users.map((user) => [user.normalizedEmail, user]));
  const byExternalId = new Map(users.flatMap((user) => (user.externalId === null ? [] : [[user.externalId, user]])));
  return {
    find: ({ email, externalId }) => ({
      byExternalId: externalId ? byExternalId.get(externalId) : undefined,
      byEmail: byEmail.get(normalizeEmail(email)),
    }),
  };
}

/** A license type, and its application. */
export interface KnownLicense {
  readonly applicationId: string;
  readonly licenseTypeId: string;
}

/** The tenants and licenses that lines name. */
export interface References {
  /** The id of a tenant by its slug. */
  readonly tenants: ReadonlyMap<string, string>;
  /** The ids of applications by their names. */
  readonly applications: ReadonlyMap<string, string>;
  /** A license type by the id of its application and its own slug. */
  readonly licenses: ReadonlyMap<string, string>;
  /** The license types of which a tenant has a subscription that is active, by `offerKey`. */
  readonly offers: ReadonlySet<string>;
}

/** Reads what the memberships of some people name. */
export async function readReferences(tx: Transaction, people: readonly ImportedPerson[]): Promise<References> {
  const memberships = people.flatMap((person) => person.memberships ?? []);
  const slugs = [...new Set(memberships.map(({ tenant }) => tenant))];
  const wanted = memberships.flatMap(({ licenses }) => licenses ?? []);
  const names = [...new Set(wanted.map(({ application }) => application))];
  const select = { id: true, slug: true };
  const tenants =
    slugs.length === 0 ? [] : await tx.tenant.findMany({ where: { slug: { in: slugs }, closingAt: null }, select });
  const applications =
    names.length === 0
      ? []
      : await tx.application.findMany({
          where: { name: { in: names } },
          select: { id: true, name: true, licenseTypes: { select } },
        });
  const offers = await readOffers(
    tx,
    tenants.map(({ id }) => id),
    applications.flatMap(({ licenseTypes }) => licenseTypes.map(({ id }) => id)),
  );
  return {
    offers,
    tenants: new Map(tenants.map(({ id, slug }) => [slug, id])),
    applications: new Map(applications.map(({ id, name }) => [name, id])),
    licenses: new Map(
      applications.flatMap(({ id, licenseTypes }) =>
        licenseTypes.map((type) => [licenseKey(id, type.slug), type.id] as const),
      ),
    ),
  };
}

/** The key of a license type in `References.licenses`. */
export const licenseKey = (applicationId: string, slug: string) => `${applicationId} ${slug}`;

/** A license of a tenant in `References.offers`. */
export const offerKey = (tenantId: string, licenseTypeId: string) => `${tenantId} ${licenseTypeId}`;

async function readOffers(
  tx: Transaction,
  tenantIds: readonly string[],
  licenseTypeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tenantIds.length === 0 || licenseTypeIds.length === 0) return new Set();
  const active = await tx.subscription.findMany({
    where: {
      tenantId: { in: [...tenantIds] },
      licenseTypeId: { in: [...licenseTypeIds] },
      status: 'ACTIVE',
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { tenantId: true, licenseTypeId: true },
    distinct: ['tenantId', 'licenseTypeId'],
  });
  return new Set(active.map(({ tenantId, licenseTypeId }) => offerKey(tenantId, licenseTypeId)));
}
