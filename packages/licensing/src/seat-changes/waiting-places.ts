import type { Transaction } from '@org/identity-prisma';

/** Puts a request at the end of the waiting list of a license type. The subscriptions must be locked. */
export async function takePlace(
  tx: Transaction,
  { requestId, licenseTypeId }: { requestId: string; licenseTypeId: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.license_requests SET status = 'WAITING', license_type_id = ${licenseTypeId}::uuid,
      waiting_number = nextval('identity.license_waiting_numbers')
    WHERE id = ${requestId}::uuid`;
}

/** Ends a request as declined. If it has a place in a waiting list, the subscriptions must be locked. */
export async function losePlace(tx: Transaction, requestId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.license_requests SET status = 'DECLINED', waiting_number = NULL, decided_at = statement_timestamp()
    WHERE id = ${requestId}::uuid`;
}
