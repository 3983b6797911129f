import type { PersonalData } from '@org/identity-core';
import { type IdentityPluginHost, type Prisma, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

const tenant = { select: { id: true, name: true, slug: true } };
const times = { createdAt: true, expiresAt: true, updatedAt: true };
const invitation = { id: true, role: true, status: true, tenant, ...times };

/** What this plugin stores about people: where they belong, whom they invited and where they were invited. */
export function membershipData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: ['Membership', 'Invitation'],
    async collect(userId) {
      return {
        memberships: membershipsOf(db, userId),
        invitationsReceived: invitationsOf(db, await whereReceived(db, userId), { ...invitation, email: true }),
        // To whom is theirs to know, and the tenant's; not part of what is stored about this person.
        invitationsSent: invitationsOf(db, { invitedById: userId }, invitation),
      };
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

function membershipsOf(db: Transaction, userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.membership.findMany({
      where: { userId, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      omit: { userId: true, tenantId: true },
      include: { tenant },
    }),
  );
}

function invitationsOf(db: Transaction, where: Prisma.InvitationWhereInput, select: Prisma.InvitationSelect) {
  return pagesOf((after: { id: string } | undefined) =>
    db.invitation.findMany({
      where: after ? { AND: [where, { id: { gt: after.id } }] } : where,
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { ...select, id: true },
    }),
  );
}
