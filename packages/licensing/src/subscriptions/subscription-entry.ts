import type { SubscriptionStatus } from '@org/identity-prisma';

/** The names that are read with a subscription. */
export const withNames = {
  application: { select: { name: true } },
  licenseType: { select: { name: true } },
};

interface Row {
  id: string;
  applicationId: string;
  licenseTypeId: string;
  quantityPurchased: number;
  quantityAssigned: number;
  quantityReserved: number;
  status: SubscriptionStatus;
  startsAt: Date;
  expiresAt: Date | null;
  application: { name: string };
  licenseType: { name: string };
}

/** A subscription in the API. After its end it is EXPIRED, although no such status was written. */
export function subscriptionEntry(row: Row) {
  const { application, licenseType, status, expiresAt, quantityPurchased, quantityAssigned, ...rest } = row;
  const ended = status === 'ACTIVE' && expiresAt !== null && expiresAt.getTime() <= Date.now();
  return {
    ...rest,
    expiresAt,
    applicationName: application.name,
    licenseTypeName: licenseType.name,
    quantityPurchased,
    quantityAssigned,
    quantityAvailable: Math.max(0, quantityPurchased - quantityAssigned - row.quantityReserved),
    status: ended ? ('EXPIRED' as const) : status,
  };
}
