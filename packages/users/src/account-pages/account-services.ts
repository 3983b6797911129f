import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import type { ExportLimiter } from '../personal-data/export-limits.js';
import type { Upstreams } from '../sso/upstreams.js';

/** What the API and the account pages need. */
export interface AccountServices {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  mailLimiter: MailLimiter;
  exportLimiter: ExportLimiter;
  upstreams: Upstreams;
  passwordSignIn: boolean;
  /** Whether users can sign in with a code that is mailed to them. */
  emailCodes: boolean;
  /** How many days a deleted account can still be kept. */
  graceDays: number;
}
