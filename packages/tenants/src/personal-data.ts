import type { PersonalData } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';

/** What this plugin stores about people: where they belong, whom they invited and where they were invited. */
export function membershipData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  const tenant = { select: { id: true, name: true, slug: true } };
  const times = { createdAt: true, expiresAt: true, updatedAt: true };
  return {
    models: ['Membership', 'Invitation'],
    async collect(userId) {
      const received = await whereReceived(db, userId);
      const [memberships, invitationsReceived, invitationsSent] = await Promise.all([
        db.membership.findMany({ where: { userId }, omit: { userId: true, tenantId: true }, include: { tenant } }),
        db.invitation.findMany({
          where: received,
          select: { id: true, email: true, role: true, status: true, tenant, ...times },
        }),
        // To whom is theirs to know, and the tenant's; not part of what is stored about this person.
        db.invitation.findMany({
          where: { invitedById: userId },
          select: { id: true, role: true, status: true, tenant, ...times },
        }),
      ]);
      return { memberships, invitationsReceived, invitationsSent };
    },
    async erase(tx, userId) {
      // Memberships go with the user's row, which also takes the name off the invitations that the person sent.
      await tx.invitation.deleteMany({ where: await whereReceived(tx, userId) });
    },
  };
}

/** Invitations to the person's address, and those they accepted: perhaps with an address they had before. */
async function whereReceived(tx: Transaction, userId: string) {
  const { normalizedEmail } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const accepted = await tx.event.findMany({
    where: { actorId: userId, type: 'invitation.accepted' },
    select: { subjectId: true },
  });
  const ids = accepted.map(({ subjectId }) => subjectId).filter((id) => id !== null);
  return { OR: [{ normalizedEmail }, { id: { in: ids } }] };
}
