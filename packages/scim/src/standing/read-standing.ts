import type { Role } from '@org/identity-core';
import { isRuledAdmin, Prisma, type Transaction } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import { isConfirmed, isLive } from './live-directory.js';

/** What a directory is at this moment, and what it is to one member of its tenant. */
export interface Standing {
  /** Whether it can be used. */
  readonly live: boolean;
  /** Whether an owner made it, or has confirmed it. */
  readonly confirmed: boolean;
  /** Undefined if the account is no member, or only invited. */
  readonly member: MemberStanding | undefined;
}

interface MemberStanding {
  readonly active: boolean;
  /** An admin whom only a rule of the owners has made one counts as a member, for a directory that is confirmed. */
  readonly role: Role;
  readonly superAdmin: boolean;
  readonly email: string;
  /** Whether the directory has created the account or invited the member. */
  readonly made: boolean;
  /** Whether an owner has handed the member over to the directory. */
  readonly adopted: boolean;
}

interface Row extends Omit<MemberStanding, 'role'> {
  readonly live: boolean;
  readonly confirmed: boolean;
  readonly role: Role | null;
}

/** Reads it in one statement. Under the tenant's lock it stays true until the commit. */
export async function readStanding(
  tx: Transaction,
  { directoryId, userId }: { readonly directoryId: string; readonly userId: string | null },
): Promise<Standing | undefined> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT ${Prisma.raw(isLive)} AS live, ${Prisma.raw(isConfirmed)} AS confirmed,
           CASE WHEN ${isRuledAdmin} AND ${Prisma.raw(isConfirmed)} THEN 'member' ELSE m.role::text END AS role,
           m.status = 'ACTIVE' AS active, u.email, u.super_admin AS "superAdmin",
           known.user_id IS NOT NULL OR account.user_id IS NOT NULL AS made, known.adopted_at IS NOT NULL AS adopted
    FROM identity.directories d
    LEFT JOIN identity.memberships m
      ON m.tenant_id = d.tenant_id AND m.user_id = ${userId}::uuid AND m.status <> 'INVITED'
    LEFT JOIN identity.users u ON u.id = m.user_id
    LEFT JOIN identity.directory_members known ON known.directory_id = d.id AND known.user_id = m.user_id
    LEFT JOIN identity.directory_accounts account ON account.directory_id = d.id AND account.user_id = m.user_id
    WHERE d.id = ${directoryId}::uuid`;
  if (!row) return undefined;
  const { live, confirmed, role, ...member } = row;
  return { live, confirmed, member: role === null ? undefined : { ...member, role } };
}

/**
 * Whether a directory manages a member: may suspend and reactivate them and put them into groups. Owners, admins and
 * super admins have to be handed over to it, also those that it has made. A user who was a member before needs an email
 * of the tenant's verified domains, and the directory has to be made or confirmed by an owner. An account that is no
 * member counts as managed: the directory can invite it.
 */
export async function manages(
  tx: Transaction,
  { services }: Pick<ScimServices, 'services'>,
  { tenantId, standing: { confirmed, member } }: { readonly tenantId: string; readonly standing: Standing },
): Promise<boolean> {
  if (!member || member.adopted) return true;
  if (member.role !== 'member' || member.superAdmin) return false;
  if (member.made) return true;
  const { email } = member;
  return confirmed && ((await services.connections?.ownsEmail(tx, { tenantId, email })) ?? false);
}
