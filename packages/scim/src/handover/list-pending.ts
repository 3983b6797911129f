import { type Role, userOnly } from '@org/identity-core';
import { isRuledAdmin, Prisma, requireOwner, type Transaction } from '@org/identity-prisma';
import type { DirectoryCall } from '../directories/directory-call.js';
import { findDirectory } from '../directories/find-directory.js';
import type { ScimServices } from '../services.js';
import { isConfirmed } from '../standing/live-directory.js';
import type { HeldRequest } from '../users/hold-request.js';

/** How many members are listed, those first whom the directory wants gone. */
export const maxListed = 100;

/** A member whom a directory has sent and does not manage. */
export interface PendingMember {
  readonly userId: string;
  readonly resourceId: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly role: Role;
  readonly wants: HeldRequest | null;
  readonly since: Date | null;
}

/** The members who wait for an owner to hand them over, and whether the directory itself waits to be confirmed. */
export async function listPending({ db, issuer }: Pick<ScimServices, 'db' | 'issuer'>, call: DirectoryCall) {
  const { tenantId } = call;
  await requireOwner(db, { tenantId, principal: userOnly(call.principal) });
  const { id, confirmed } = await findDirectory(db, { tenantId, directoryId: call.directoryId, issuer });
  return { confirmed, users: await pendingOf(db, id) };
}

function pendingOf(db: Transaction, directoryId: string): Promise<PendingMember[]> {
  return db.$queryRaw<PendingMember[]>`
    SELECT m.user_id AS "userId", resource.id AS "resourceId", u.email, u.display_name AS "displayName",
           m.role::text AS role, resource.held_request AS wants, resource.held_at AS since
    FROM identity.directory_users resource
    JOIN identity.directories d ON d.id = resource.directory_id
    JOIN identity.memberships m
      ON m.tenant_id = resource.tenant_id AND m.user_id = resource.user_id AND m.status <> 'INVITED'
    JOIN identity.users u ON u.id = m.user_id
    LEFT JOIN identity.directory_members known
      ON known.directory_id = resource.directory_id AND known.user_id = resource.user_id
    WHERE resource.directory_id = ${directoryId}::uuid AND known.adopted_at IS NULL
      AND (u.super_admin OR resource.status = 'PENDING'
        OR (m.role <> 'member' AND NOT (${isRuledAdmin} AND ${Prisma.raw(isConfirmed)})))
    ORDER BY resource.held_at NULLS LAST, resource.id LIMIT ${maxListed}`;
}
