import type { SubscriptionStatus } from '@org/identity-prisma';

/** What is read along with a subscription. */
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
  status: SubscriptionStatus;
  startsAt: Date;
  expiresAt: Date | null;
  application: { name: string };
  licenseType: { name: string };
}

/** A subscription as the API shows it; one past its end is EXPIRED without anybody having written that. */
export function subscriptionEntry(row: Row) {
  const { application, licenseType, status, expiresAt, quantityPurchased, quantityAssigned, ...rest } = row;
  const over = status === 'ACTIVE' && expiresAt !== null && expiresAt.getTime() <= Date.now();
  return {
    ...rest,
    expiresAt,
    applicationName: application.name,
    licenseTypeName: licenseType.name,
    quantityPurchased,
    quantityAssigned,
    quantityAvailable: quantityPurchased - quantityAssigned,
    status: over ? ('EXPIRED' as const) : status,
  };
}
