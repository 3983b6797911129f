import type { Transaction } from '@org/identity-prisma';

/** The mails about licenses. A tenant can turn each of them off. */
export const licenseMailKinds = ['granted', 'removed', 'reclaim', 'requested', 'approved', 'declined'] as const;
export type LicenseMailKind = (typeof licenseMailKinds)[number];

/** Of these tenants, the ones that do not want a kind of mail. */
export async function tenantsWithout(
  tx: Transaction,
  { tenantIds, kind }: { tenantIds: readonly string[]; kind: LicenseMailKind },
): Promise<Set<string>> {
  const rows = await tx.licenseMailSettings.findMany({
    where: { tenantId: { in: [...new Set(tenantIds)] }, muted: { has: kind } },
    select: { tenantId: true },
  });
  return new Set(rows.map(({ tenantId }) => tenantId));
}
