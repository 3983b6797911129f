import type { IdentityPluginHost } from '@org/identity-prisma';
import type { MissingOption } from '../clients/client-security.js';
import type { Secrets } from '../keys/secrets.js';

export interface ConsoleServices
  extends Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'issuer' | 'namesOf' | 'sendMail' | 'sendLogoutNotices'> {
  readonly secret: Secrets;
  readonly missingOption: MissingOption;
}
