import { isUuid, type Principal } from '@org/identity-core';
import type { Database, InvitationStatus } from '@org/identity-prisma';
import { invitationNotFound } from '../access/errors.js';
import { requireRight } from '../access/rights.js';
import { statusOf, whereStatus } from './invitation-status.js';
import { licensesOf } from './invited-licenses.js';

interface InvitationsInput {
  tenantId: string;
  principal: Principal;
  status: InvitationStatus;
}

/** An invitation with its status at this moment. */
function entryOf<Row extends Parameters<typeof statusOf>[0] & Parameters<typeof licensesOf>[0]>(invitation: Row) {
  return { ...invitation, status: statusOf(invitation), licenses: licensesOf(invitation) };
}

const include = { invitedBy: { select: { id: true, displayName: true } } } as const;

/** A tenant's invitations of one status, newest first. */
export async function listInvitations(db: Database, { tenantId, principal, status }: InvitationsInput) {
  await requireRight(db, tenantId, principal, 'manage invitations');
  const rows = await db.invitation.findMany({
    where: { tenantId, ...whereStatus(status) },
    include,
    orderBy: { id: 'desc' },
  });
  return { invitations: rows.map(entryOf) };
}

/**
 * A page of a tenant's invitations of one status; those that are or were valid longest come first. `next` is the value to
 * continue with; undefined on the last page.
 */
export async function pageOfInvitations(
  db: Database,
  { tenantId, principal, status, limit, after }: InvitationsInput & { limit: number; after?: string | undefined },
) {
  await requireRight(db, tenantId, principal, 'manage invitations');
  const find = (where: object) =>
    db.invitation.findMany({
      where: { AND: [{ tenantId }, where, continuedAfter(after)] },
      include,
      // An index has this order. In the order of the ids, PostgreSQL could read the invitations of all tenants.
      orderBy: [{ expiresAt: 'desc' }, { id: 'desc' }],
      // One row more than the page has: it says whether there is a next page.
      take: limit + 1,
    });
  // Expired invitations have one of two statuses. Each is read by itself, so that the index gives the order.
  const { OR: parts = [whereStatus(status)] } = whereStatus(status) as { OR?: object[] };
  const rows = (await Promise.all(parts.map(find))).flat().sort(byExpiry);
  const invitations = rows.slice(0, limit).map(entryOf);
  const last = rows.length > limit ? invitations.at(-1) : undefined;
  return { invitations, next: last && `${last.expiresAt.getTime()}.${last.id}` };
}

interface Expiring {
  readonly expiresAt: Date;
  readonly id: string;
}

function byExpiry(one: Expiring, other: Expiring): number {
  return other.expiresAt.getTime() - one.expiresAt.getTime() || (one.id < other.id ? 1 : -1);
}

/** The condition for rows after the `next` of the page before. Any other value is the first page. */
function continuedAfter(after = '') {
  const [, time, id = ''] = /^(\d{1,13})\.(.+)$/u.exec(after) ?? [];
  if (time === undefined || !isUuid(id)) return {};
  const expiresAt = new Date(Number(time));
  return { expiresAt: { lte: expiresAt }, OR: [{ expiresAt: { lt: expiresAt } }, { id: { lt: id } }] };
}

/** One invitation of a tenant. */
export async function getInvitation(
  db: Database,
  { tenantId, principal, invitationId }: { tenantId: string; principal: Principal; invitationId: string },
) {
  await requireRight(db, tenantId, principal, 'manage invitations');
  const where = { id: invitationId, tenantId };
  const invitation = isUuid(invitationId) ? await db.invitation.findFirst({ where }) : null;
  if (!invitation) throw invitationNotFound();
  return entryOf(invitation);
}
