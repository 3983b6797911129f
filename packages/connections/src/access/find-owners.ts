import type { Transaction } from '@org/identity-prisma';

/** With more owners than this, a mail goes to this many of them. */
const maxOwners = 100;

/** An owner of a tenant, as mails need it. */
export interface Owner {
  email: string;
  locale: string | null;
  /** The name of the tenant. */
  tenant: string;
  slug: string;
}

/** The owners of a tenant who are mailed about its sign-in. */
export function findOwners(tx: Transaction, tenantId: string): Promise<Owner[]> {
  return tx.$queryRaw<Owner[]>`
    SELECT u.email, u.locale, t.name AS tenant, t.slug FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    WHERE m.tenant_id = ${tenantId}::uuid AND m.role = 'owner' AND m.status = 'ACTIVE'
      AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    ORDER BY m.id LIMIT ${maxOwners}`;
}
