import type { PersonalData } from '@org/identity-core';
import { type IdentityPluginHost, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

/**
 * What this plugin stores about users: their seats and leases, the seats they wait for, when they held one, and what is
 * about to be mailed. Like events,
 * periods keep the id of an erased user: a statement about the past must not change.
 */
export function seatData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: ['Seat', 'SeatPeriod', 'SeatLease', 'LicenseRequest', 'LicenseMailChange', 'LicenseRuleRun'],
    collect: (userId) =>
      Promise.resolve({
        seats: seatsOf(db, userId),
        seatPeriods: periodsOf(db, userId),
        seatLeases: leasesOf(db, userId),
        licenseRequests: requestsOf(db, userId),
        licenseMailChanges: mailChangesOf(db, userId),
      }),
    async erase(tx, userId) {
      await tx.licenseMailChange.deleteMany({ where: { userId } });
      // The rule is applied to the members that are left, as by the system. There are few runs at any time.
      await tx.licenseRuleRun.updateMany({ where: { actorId: userId }, data: { actorKind: 'system', actorId: null } });
      // A planned smaller quantity names who loses a seat first. Only holders of a seat are named, so a period tells where.
      await tx.$executeRaw`
        UPDATE identity.subscriptions SET pending_users = array_remove(pending_users, ${userId}::uuid)
        WHERE ${userId}::uuid = ANY(pending_users)
          AND id IN (SELECT subscription_id FROM identity.seat_periods WHERE user_id = ${userId}::uuid)`;
      await tx.seatLease.deleteMany({ where: { userId } });
      await tx.licenseRequest.deleteMany({ where: { membership: { userId } } });
      await tx.seat.deleteMany({ where: { membership: { userId } } });
    },
  };
}

function seatsOf(db: IdentityPluginHost['db'], userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.seat.findMany({
      // Through the memberships, because seats are indexed by tenant.
      where: { membership: { userId, tenant: { closingAt: null } }, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: {
        id: true,
        tenantId: true,
        assignedAt: true,
        lastUsedAt: true,
        subscription: {
          select: { application: { select: { id: true, name: true } }, licenseType: { select: { slug: true } } },
        },
      },
    }),
  );
}

function periodsOf(db: IdentityPluginHost['db'], userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.seatPeriod.findMany({
      where: { userId, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { id: true, tenantId: true, applicationId: true, startedAt: true, endedAt: true, cause: true },
    }),
  );
}

function leasesOf(db: IdentityPluginHost['db'], userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.seatLease.findMany({
      where: { userId, subscription: { tenant: { closingAt: null } }, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { id: true, tenantId: true, applicationId: true, createdAt: true, expiresAt: true },
    }),
  );
}

function requestsOf(db: IdentityPluginHost['db'], userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.licenseRequest.findMany({
      // Through the memberships, because requests are indexed by tenant.
      where: { membership: { userId, tenant: { closingAt: null } }, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: {
        id: true,
        tenantId: true,
        applicationId: true,
        note: true,
        status: true,
        createdAt: true,
        decidedAt: true,
      },
    }),
  );
}

/** What is mailed to the user within an hour. */
function mailChangesOf(db: IdentityPluginHost['db'], userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.licenseMailChange.findMany({
      where: { userId, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { id: true, tenantId: true, kind: true, facts: true, createdAt: true },
    }),
  );
}
