import type { PersonalData } from '@org/identity-core';
import { type IdentityPluginHost, type Prisma, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';
import { licenseData, licensesOf } from '../invitations/invited-licenses.js';

const tenant = { select: { id: true, name: true, slug: true } };
const times = { createdAt: true, expiresAt: true, updatedAt: true };
const invitation = { id: true, role: true, status: true, tenant, ...times };

/** What this plugin stores about users: their memberships, and the invitations they sent and received. */
export function membershipData({ db, events }: Pick<IdentityPluginHost, 'db' | 'events'>): PersonalData<Transaction> {
  return {
    models: ['Membership', 'Invitation', 'GroupMember', 'GivenRole'],
    async collect(userId) {
      return {
        memberships: membershipsOf(db, userId),
        invitationsReceived: invitationsOf(db, await whereReceived(db, userId), {
          ...invitation,
          email: true,
          licenses: true,
        }),
        // Without the recipients: they are not data about this user.
        invitationsSent: invitationsOf(db, { invitedById: userId }, invitation),
      };
    },
    async erase(tx, userId) {
      // Memberships are deleted with the user's row, and the foreign key clears `invitedById` of invitations that the user sent.
      const where = await whereReceived(tx, userId);
      await endReservations(tx, events, where);
      await tx.invitation.deleteMany({ where });
      // A tenant that the user is deleting is deleted to the end, as by the system.
      await tx.tenant.updateMany({
        where: { closingAt: { not: null }, closingActorId: userId },
        data: { closingActorKind: 'system', closingActorId: null },
      });
    },
  };
}

/** Revokes pending invitations with licenses, so that what was kept for them is given to others. */
async function endReservations(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  where: Prisma.InvitationWhereInput,
): Promise<void> {
  const pending = await tx.invitation.findMany({
    where: { AND: [where, { status: 'PENDING', NOT: { licenses: { equals: [] } }, tenant: { closingAt: null } }] },
    orderBy: { id: 'asc' },
  });
  const actor = { kind: 'system', id: null } as const;
  for (const { id, tenantId, licenses } of pending) {
    const data = licenseData(licensesOf({ licenses }));
    await events.publish(tx, { type: 'invitation.revoked', tenantId, actor, subjectId: id, data });
  }
}

/** Invitations to the user's email, and those the user accepted, perhaps with an earlier email. */
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
      where: { userId, tenant: { closingAt: null }, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      omit: { userId: true, tenantId: true },
      // Thousands of groups of one member are unlikely, and each is one line.
      include: {
        tenant,
        groups: { select: { addedAt: true, group: { select: { id: true, name: true } } } },
        // Since when a group gives the role.
        givenRole: { select: { givenAt: true } },
      },
    }),
  );
}

function invitationsOf(db: Transaction, where: Prisma.InvitationWhereInput, select: Prisma.InvitationSelect) {
  return pagesOf((after: { id: string } | undefined) =>
    db.invitation.findMany({
      where: { AND: [where, { tenant: { closingAt: null } }, after ? { id: { gt: after.id } } : {}] },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { ...select, id: true },
    }),
  );
}
