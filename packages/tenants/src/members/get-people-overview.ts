import type { Principal, Role } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { whereStatus } from '../invitations/invitation-status.js';

/** Invitations are counted up to this number, so that a tenant with many costs no more. */
export const countedInvitations = 1_000;
const shownEmails = 5;
const day = 24 * 60 * 60 * 1000;

interface OverviewInput {
  tenantId: string;
  principal: Principal;
  now?: Date;
}

/** How many members a tenant has, and how many open invitations: the latter for callers who manage invitations. */
export async function countPeople(db: Database, { tenantId, principal }: OverviewInput) {
  const access = await requireRight(db, tenantId, principal, 'list members');
  const manages = access.has('manage invitations');
  const [counters, openInvitations] = await Promise.all([
    memberCounters(db, tenantId),
    manages
      ? db.invitation.count({ where: { tenantId, ...whereStatus('PENDING') }, take: countedInvitations + 1 })
      : undefined,
  ]);
  const active = sumOf(counters, { status: 'ACTIVE' });
  return { active, suspended: manages ? sumOf(counters, { status: 'SUSPENDED' }) : undefined, openInvitations };
}

/**
 * What those who manage a tenant should look at: suspended members, a single owner, open invitations that expire within two
 * days, and invitations that expired unanswered within the last seven. Of each, a few emails.
 */
export async function findPeopleAttention(db: Database, { tenantId, principal, now = new Date() }: OverviewInput) {
  await requireRight(db, tenantId, principal, 'manage invitations');
  const within = (from: Date, to: Date) =>
    db.invitation.findMany({
      // The status is written as PENDING until the person is invited again.
      where: { tenantId, status: 'PENDING', expiresAt: { gt: from, lte: to } },
      select: { email: true },
      orderBy: { expiresAt: 'asc' },
      take: shownEmails + 1,
    });
  const [counters, expiring, expired] = await Promise.all([
    memberCounters(db, tenantId),
    within(now, new Date(now.getTime() + 2 * day)),
    within(new Date(now.getTime() - 7 * day), now),
  ]);
  return {
    suspended: sumOf(counters, { status: 'SUSPENDED' }),
    onlyOwner: sumOf(counters, { status: 'ACTIVE', role: 'owner' }) === 1,
    expiring: emailsOf(expiring),
    expired: emailsOf(expired),
  };
}

/** At most nine rows. Triggers keep them, so no member is counted. */
function memberCounters(db: Database, tenantId: string) {
  return db.memberCount.findMany({ where: { tenantId }, select: { role: true, status: true, count: true } });
}

function sumOf(
  counters: Awaited<ReturnType<typeof memberCounters>>,
  { status, role }: { status: 'ACTIVE' | 'SUSPENDED'; role?: Role },
): number {
  return counters
    .filter((counter) => counter.status === status && (role === undefined || counter.role === role))
    .reduce((sum, { count }) => sum + count, 0);
}

function emailsOf(found: readonly { email: string }[]) {
  return { emails: found.slice(0, shownEmails).map(({ email }) => email), more: found.length > shownEmails };
}
