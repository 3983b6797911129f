import { maxNamedUses, type Use } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';

/** What is asked about: a license type, or an application with all its license types. */
export type Licensed = { readonly applicationId: string } | { readonly licenseTypeId: string };

/** The tables whose rows keep a license type. Decided requests do not: they only say what was. */
const kinds = {
  subscriptions: Prisma.sql`SELECT tenant_id FROM identity.subscriptions WHERE true`,
  rules: Prisma.sql`SELECT tenant_id FROM identity.license_rules WHERE true`,
  requests: Prisma.sql`SELECT tenant_id FROM identity.license_requests WHERE status IN ('PENDING', 'WAITING')`,
};

/**
 * What uses a license type or an application: subscriptions of any status, license rules and open requests, each with the
 * names of their tenants. A tenant that is being deleted counts, but has no name any more.
 */
export async function findLicenseUses(tx: Transaction, licensed: Licensed): Promise<Use[]> {
  const uses: Use[] = [];
  for (const [path, rows] of Object.entries(kinds)) {
    const found = await tx.$queryRaw<{ name: string | null; total: number }[]>`
      SELECT t.name, (count(*) OVER ())::int AS total
      FROM (${rows} AND ${conditionOf(licensed, path)} GROUP BY tenant_id) used
      LEFT JOIN identity.tenants t ON t.id = used.tenant_id AND t.closing_at IS NULL
      ORDER BY t.name LIMIT ${maxNamedUses}`;
    const names = found.flatMap(({ name }) => (name === null ? [] : [name]));
    if (found[0]) uses.push({ path, names, total: found[0].total });
  }
  return uses;
}

function conditionOf(licensed: Licensed, kind: string): Prisma.Sql {
  if ('licenseTypeId' in licensed) return Prisma.sql`license_type_id = ${licensed.licenseTypeId}::uuid`;
  const ofApplication = Prisma.sql`application_id = ${licensed.applicationId}::uuid`;
  // Rules are indexed by their license type only.
  return kind === 'rules'
    ? Prisma.sql`license_type_id IN (SELECT id FROM identity.license_types WHERE ${ofApplication})`
    : ofApplication;
}
