import { actorOf, IdentityError, type Principal, reply, text } from '@org/identity-core';
import { changeAsManager, type IdentityPluginHost, uuidV7 } from '@org/identity-prisma';

/** The number of a badge, as it is printed on it. */
export const BadgeNumber = text(12, { trim: true }).regex(/^\d{12}$/u, 'Twelve digits');

type Services = Pick<IdentityPluginHost, 'accounts' | 'db' | 'events'>;

/** Issues a badge to a member. Managers of the tenant do it. */
export function issueBadge(
  { accounts, db, events }: Services,
  input: { tenantId: string; principal: Principal; email: string; number: string },
) {
  const { tenantId, principal, number } = input;
  return changeAsManager(db, { tenantId, principal }, async (tx) => {
    const account = await accounts.findByEmail(tx, input.email);
    const [member] = await tx.$queryRaw<{ userId: string }[]>`
      SELECT user_id AS "userId" FROM identity.memberships
      WHERE tenant_id = ${tenantId}::uuid AND user_id = ${account?.id ?? null}::uuid AND status = 'ACTIVE'`;
    if (!member) throw new IdentityError('MEMBER_NOT_FOUND', 'This email is not that of a member.');
    const issued = await tx.$executeRaw`
      INSERT INTO badges.badges (id, tenant_id, user_id, number)
      VALUES (${uuidV7()}::uuid, ${tenantId}::uuid, ${member.userId}::uuid, ${number}) ON CONFLICT DO NOTHING`;
    if (issued === 0) throw new IdentityError('BADGE_TAKEN', 'Somebody has this badge already.');
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'badge.issued', tenantId, actor, subjectId: member.userId, data: {} });
    return reply({ success: true, message: 'The badge was issued.' });
  });
}
