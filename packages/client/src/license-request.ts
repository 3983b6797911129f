/** A request for a seat, as the service returns it. */
export interface LicenseRequest {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly applicationId: string;
  readonly licenseTypeId: string | null;
  readonly note: string | null;
  /** PENDING: an admin has not decided yet. WAITING: approved, but no seat is free. */
  readonly status: 'PENDING' | 'WAITING' | 'GRANTED' | 'DECLINED';
  /** The place in the waiting list, from 1. */
  readonly position: number | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
}
