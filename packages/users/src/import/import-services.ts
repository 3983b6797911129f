import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import type { ImportRules } from './plan-person.js';
import type { Remark } from './remark.js';

export type ImportServices = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'vault' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'issuer' | 'brand' | 'services'
>;

export interface ImportOptions extends ImportRules {
  /** The language of mails to users who have set none. */
  readonly language: Language;
  /** Whether new users without a password and without a link are mailed a link to choose one. */
  readonly invite: boolean;
  /** How many free seats of a license earlier lines of a rehearsal have taken. */
  readonly seatsTaken?: SeatsTaken;
}

/** Counts the seats of a rehearsal, whose lines do not see each other. */
export interface SeatsTaken {
  of(tenantId: string, licenseTypeId: string): number;
  take(tenantId: string, licenseTypeId: string): void;
}

export interface ImportedLine {
  readonly userId: string;
  readonly result: 'created' | 'changed' | 'unchanged';
  /** Whether the person waits for a free seat. */
  readonly waiting: boolean;
  /** What of the line could not come in. */
  readonly remarks: readonly Remark[];
  /** The tenants that the line has created. */
  readonly tenantIds: readonly string[];
}
