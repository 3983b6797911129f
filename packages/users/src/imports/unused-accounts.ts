import type { Actor } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';

/** An import, and until when what happened belongs to it. */
export interface ImportTime {
  readonly importId: string;
  readonly endedAt: Date;
  /** Who takes the import back. What that causes, such as a seat that becomes free and is handed on, is no use. */
  readonly actor: Actor;
}

/** The clock of the database may differ from that of the process that has ended the import. */
export const endOf = (endedAt: Date) => Prisma.sql`(${endedAt}::timestamptz + interval '5 seconds')`;

/**
 * The accounts that an import has created, and that nobody has used or changed since: no session, no event by or about the user
 * after the end, and the row as it was. A sign-in changes at least one of these.
 */
export async function findUnused(
  tx: Pick<Transaction, '$queryRaw'>,
  { importId, endedAt, actor }: ImportTime,
  only: { userId?: string; tenantId?: string } = {},
): Promise<string[]> {
  const { userId, tenantId } = only;
  const one = userId === undefined ? Prisma.empty : Prisma.sql`AND u.id = ${userId}::uuid`;
  const joined =
    tenantId === undefined
      ? Prisma.empty
      : Prisma.sql`AND u.id IN (SELECT m.user_id FROM identity.memberships m WHERE m.tenant_id = ${tenantId}::uuid)`;
  const end = endOf(endedAt);
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM identity.import_lines l JOIN identity.users u ON u.id = l.user_id
    WHERE l.import_id = ${importId}::uuid AND l.result = 'CREATED' ${one} ${joined}
      AND u.deleted_at IS NULL AND NOT u.super_admin AND u.updated_at <= ${end}
      AND NOT EXISTS (SELECT FROM identity.oidc_sessions s WHERE s.account_id = u.id::text)
      AND NOT EXISTS (SELECT FROM identity.client_uses c WHERE c.user_id = u.id)
      AND NOT EXISTS (SELECT FROM identity.passkeys p WHERE p.user_id = u.id)
      AND NOT EXISTS (SELECT FROM identity.events e WHERE e.actor_id = u.id::text)
      AND NOT EXISTS (
        SELECT FROM identity.events e WHERE e.subject_id = u.id::text AND e.occurred_at > ${end}
          AND (e.actor_kind <> ${actor.kind} OR e.actor_id IS DISTINCT FROM ${actor.id}))
    ORDER BY l.line`;
  return rows.map(({ id }) => id);
}
