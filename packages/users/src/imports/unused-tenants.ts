import { Prisma, type Transaction } from '@org/identity-prisma';
import { endOf, findUnused, type ImportTime } from './unused-accounts.js';

type Reading = Pick<Transaction, '$queryRaw'>;

/** The tenants that the lines of an import have created, as far as they exist. */
export async function findOwnTenants(tx: Reading, { importId }: ImportTime): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id FROM identity.tenants t
    WHERE t.closing_at IS NULL
      AND t.id IN (SELECT unnest(l.tenant_ids) FROM identity.import_lines l WHERE l.import_id = ${importId}::uuid)
    ORDER BY t.id`;
  return rows.map(({ id }) => id);
}

/** The accounts that have joined a tenant, or are invited to it. */
export async function membersOf(tx: Reading, tenantId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT m.user_id AS "userId" FROM identity.memberships m WHERE m.tenant_id = ${tenantId}::uuid`;
  return rows.map(({ userId }) => userId);
}

/** What is never in a tenant that only the import has touched. */
const ownTables = [
  'invitations',
  'subscriptions',
  'license_rules',
  'license_trials',
  'license_mail_settings',
  'clients',
  'tenant_applications',
  'consent_bindings',
  'domains',
  'connections',
  'setup_links',
  'directories',
  'webhooks',
  'groups',
  'tenant_images',
] as const;

const somethingOwn = Prisma.join(
  ownTables.map((table) => Prisma.sql`EXISTS (SELECT FROM identity.${Prisma.raw(table)} o WHERE o.tenant_id = t.id)`),
  ' OR ',
);

/**
 * Whether a tenant that an import has created is as the import has left it: its members are unused accounts of the import, nothing
 * was set up in it, and nothing has happened in it since.
 */
export async function isUnusedTenant(tx: Reading, tenantId: string, since: ImportTime): Promise<boolean> {
  const unused = new Set(await findUnused(tx, since, { tenantId }));
  if ((await membersOf(tx, tenantId)).some((userId) => !unused.has(userId))) return false;
  const end = endOf(since.endedAt);
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM identity.tenants t
    WHERE t.id = ${tenantId}::uuid AND t.closing_at IS NULL AND t.updated_at <= ${end}
      AND t.name = t.slug AND t.settings = '{}' AND t.policy IS NULL
      AND t.mfa_policy = 'OPTIONAL' AND t.third_party_apps = 'ALLOW'
      AND NOT (${somethingOwn})
      AND NOT EXISTS (SELECT FROM identity.events e WHERE e.tenant_id = t.id AND e.occurred_at > ${end})`;
  return rows.length > 0;
}
