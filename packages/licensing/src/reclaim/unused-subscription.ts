import type { IdentityPluginHost } from '@org/identity-prisma';
import type { MailServices } from '../mails/recipient.js';
export type ReclaimServices = MailServices & Pick<IdentityPluginHost, 'db' | 'events' | 'sendMail' | 'logger'>;

/** A subscription with seats that nobody uses. */
export interface UnusedSubscription {
  id: string;
  tenantId: string;
  licenseTypeId: string;
  toTell: boolean;
  toReclaim: boolean;
}
