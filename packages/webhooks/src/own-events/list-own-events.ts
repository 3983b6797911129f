import { type Database, type EventRow, eventColumns, Prisma } from '@org/identity-prisma';

/** What happened to the account itself. All of it is data of the user. */
const ofAccount: readonly string[] = [
  'account.created',
  'account.deleted',
  'account.kept',
  'profile.updated',
  'password.changed',
  'password.reset',
  'email.change_requested',
  'email.changed',
  'email.verified',
  'session.started',
  'session.ended',
  'session.revoked',
  'sign_in.failed',
  'sso.linked',
  'sso.unlinked',
  'mfa.enabled',
  'mfa.disabled',
  'recovery_codes.created',
  'recovery_code.used',
  'user.disabled',
  'user.enabled',
  'user.unlocked',
  'super_admin.granted',
  'second_factor_link.created',
  'second_factor_link.used',
];

/** Recorded once for the account, which is shown, and once for each tenant of the user. */
const alsoOfTenants: readonly string[] = ['session.ended', 'user.disabled', 'user.enabled'];

/** What happened to the user in a tenant. Its data may be the tenant's, so it is not shown. */
const ofTenants: readonly string[] = [
  'member.added',
  'member.role_changed',
  'member.suspended',
  'member.reactivated',
  'member.removed',
  'seat.granted',
  'seat.revoked',
  'seat.released',
  'seat.leased',
  'lease.ended',
  'license_request.created',
  'license_request.waiting',
  'license_request.approved',
  'license_request.declined',
  'license_request.withdrawn',
];

/** What the user did, about something that is no user. */
const byUser: readonly string[] = ['invitation.accepted'];

/** A total of this size means: so many or more. */
const maxTotal = 10_000;

/** A page of what happened to the user's own account, newest first. The end of a session is listed once, not per tenant. */
export async function listOwnEvents(
  db: Database,
  { userId, page, limit }: { userId: string; page: number; limit: number },
) {
  const listed = (last: number) => Prisma.sql`
    (SELECT id FROM identity.events WHERE subject_id = ${userId} AND type = ANY(${[...ofAccount, ...ofTenants]})
     AND (tenant_id IS NULL OR type <> ALL(${[...alsoOfTenants]}))
     ORDER BY subject_id DESC, id DESC LIMIT ${last})
    UNION ALL
    (SELECT id FROM identity.events WHERE actor_id = ${userId} AND actor_kind = 'user' AND type = ANY(${[...byUser]})
     ORDER BY actor_id DESC, id DESC LIMIT ${last})`;
  const skipped = (page - 1) * limit;
  const [rows, [counted]] = await Promise.all([
    db.$queryRaw<EventRow[]>`
      SELECT ${eventColumns}
      FROM (SELECT id FROM (${listed(skipped + limit)}) own ORDER BY id DESC LIMIT ${limit} OFFSET ${skipped}) listed
      JOIN identity.events USING (id) ORDER BY id DESC`,
    db.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM (${listed(maxTotal)} LIMIT ${maxTotal}) counted`,
  ]);
  const total = counted?.total ?? 0;
  const events = rows.map((row) => ownEvent(row, userId));
  return { events, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** Removes what is about others: another actor, and texts of a tenant. */
function ownEvent({ id, type, tenantId, actorKind, actorId, subjectId, data, occurredAt }: EventRow, userId: string) {
  const isOwn = (ofAccount as readonly string[]).includes(type);
  return {
    id,
    type,
    tenantId,
    // The column has no other values.
    actor: {
      kind: actorKind as 'user' | 'machine' | 'system',
      id: actorKind === 'user' && actorId === userId ? userId : null,
    },
    subjectId,
    data: isOwn ? data : {},
    occurredAt: occurredAt.toISOString(),
  };
}
