import type { Role } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { alreadyMember, invitationExists } from '../access/errors.js';

/*
 * Whether an email has an account is a secret: the callers of these functions must not learn it from the time that a response
 * takes. So the statements are the same with and without an account.
 */

/** Call it under the tenant's lock. Marks other invitations of the email that have expired; throws if one is still pending. */
export async function requireNoPendingInvitation(
  tx: Transaction,
  { tenantId, normalizedEmail, except = null }: { tenantId: string; normalizedEmail: string; except?: string | null },
): Promise<void> {
  const now = new Date();
  const pending = await tx.$queryRaw<unknown[]>`
    WITH others AS (
      SELECT id, expires_at FROM identity.invitations
      WHERE tenant_id = ${tenantId}::uuid AND normalized_email = ${normalizedEmail} AND status = 'PENDING'
        AND id IS DISTINCT FROM ${except}::uuid
    ), expired AS (
      UPDATE identity.invitations SET status = 'EXPIRED', membership_id = NULL, updated_at = ${now}
      WHERE id IN (SELECT id FROM others WHERE expires_at <= ${now})
    )
    SELECT FROM others WHERE expires_at > ${now} LIMIT 1`;
  if (pending.length > 0) throw invitationExists();
}

interface Invited {
  tenantId: string;
  invitationId: string;
  email: string;
  role: Role;
}

/**
 * An invited account has a pending membership with the id of the invitation, so that users see in their profile where they are
 * invited. The tenant's admins see the invitation instead. Returns the id of that membership, and the user's locale.
 */
export async function addInvitedMembership(
  tx: Transaction,
  accounts: IdentityPluginHost['accounts'],
  invited: Invited,
): Promise<{ membershipId: string | null; locale: string | null | undefined }> {
  const account = await accounts.findByEmail(tx, invited.email);
  return { membershipId: await addMembership(tx, invited, account?.id), locale: account?.locale };
}

/** The same when an invitation is sent again. Its email may have belonged to another account when it was first sent. */
export async function renewInvitedMembership(
  tx: Transaction,
  accounts: IdentityPluginHost['accounts'],
  { membershipId, ...invited }: Invited & { membershipId: string | null },
): Promise<{ membershipId: string | null; locale: string | null | undefined }> {
  const account = await accounts.findByEmail(tx, invited.email);
  await removeInvitedMembership(tx, membershipId ?? invited.invitationId, account?.id);
  return { membershipId: await addMembership(tx, invited, account?.id), locale: account?.locale };
}

async function addMembership(
  tx: Transaction,
  { tenantId, invitationId, role }: Invited,
  userId: string | null = null,
): Promise<string | null> {
  // Another invitation: the user was invited with an earlier email, and that invitation is still pending.
  const [found] = await tx.$queryRaw<{ isMember: boolean; added: string | null }[]>`
    WITH existing AS (
      SELECT m.status, other.id AS other FROM identity.memberships m
      LEFT JOIN identity.invitations other ON other.membership_id = m.id AND other.id <> ${invitationId}::uuid
      WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid
    ), added AS (
      INSERT INTO identity.memberships (id, tenant_id, user_id, role, status)
      SELECT ${invitationId}::uuid, ${tenantId}::uuid, ${userId}::uuid, ${role}::identity.role, 'INVITED'
      WHERE ${userId}::uuid IS NOT NULL
        AND NOT EXISTS (SELECT FROM existing WHERE status <> 'INVITED' OR other IS NOT NULL)
      ON CONFLICT (tenant_id, user_id) DO UPDATE SET id = excluded.id, role = excluded.role, updated_at = now()
      RETURNING id
    )
    SELECT EXISTS (SELECT FROM existing WHERE status <> 'INVITED') AS "isMember", (SELECT id FROM added) AS added`;
  if (found?.isMember) throw alreadyMember();
  return found?.added ?? null;
}

/** Removes a pending membership that belongs to another user than the one who is invited now. */
export async function removeInvitedMembership(
  tx: Transaction,
  membershipId: string,
  userId: string | null = null,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM identity.memberships
    WHERE id = ${membershipId}::uuid AND status = 'INVITED' AND user_id IS DISTINCT FROM ${userId}::uuid`;
}
