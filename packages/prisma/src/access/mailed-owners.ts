import type { Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';
import { lookOf } from '../tenant-look.js';

/** With more owners than this, a mail goes to this many of them. */
const maxOwners = 100;

/** An owner of a tenant, as mails need it. */
export interface MailedOwner {
  readonly email: string;
  readonly locale: string | null;
  /** The name of the tenant. */
  readonly tenant: string;
  readonly slug: string;
  /** The look of the tenant, as `brandInMail` takes it. */
  readonly look: unknown;
}

/** The owners of a tenant who are mailed about its settings, those who have been members longest first. */
export function findMailedOwners(tx: Transaction, tenantId: string): Promise<MailedOwner[]> {
  return tx.$queryRaw<MailedOwner[]>`
    SELECT u.email, u.locale, t.name AS tenant, t.slug, ${Prisma.raw(lookOf('t'))} AS look
    FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    WHERE m.tenant_id = ${tenantId}::uuid AND m.role = 'owner' AND m.status = 'ACTIVE'
    ORDER BY m.id LIMIT ${maxOwners}`;
}
