import type { Actor } from '../events/events.js';

/** A license of an application. */
export interface InvitedLicense {
  readonly applicationId: string;
  readonly licenseTypeId: string;
}

/** The licenses of an invitation. Each application is named once. */
export interface InvitationReservation {
  readonly tenantId: string;
  readonly invitationId: string;
  /** When the invitation expires, and the reservation with it. */
  readonly expiresAt: Date;
  readonly licenses: readonly InvitedLicense[];
  readonly actor: Actor;
}

/** An application whose licenses an admin can choose from. */
export interface LicenseChoices {
  readonly applicationId: string;
  readonly name: string;
  readonly licenseTypes: readonly {
    readonly id: string;
    readonly name: string;
    /** How many seats are free. */
    readonly free: number;
  }[];
}

/**
 * Keeps licenses for invited users. If a plugin has it, invitations take the field `licenses`. What is kept ends with the
 * events of the invitation: `member.added` and `invitation.revoked` carry the ids of the license types in `licenses`.
 */
export interface InvitationLicenses<Transaction> {
  /**
   * Reserves a seat of each license, in the transaction that sends the invitation, first or again. Replaces what was reserved
   * for it before. Throws if there is no such license, or no free seat of one. Call it under the tenant's lock.
   */
  reserve(transaction: Transaction, reservation: InvitationReservation): Promise<void>;
  /** Returns what the admins of a tenant can choose from. */
  choices(tenantId: string): Promise<readonly LicenseChoices[]>;
}
