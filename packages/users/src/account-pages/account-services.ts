import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import type { ExportLimiter } from '../personal-data/export-limits.js';
import type { Upstreams } from '../sso/upstreams.js';

/** What the API and the pages of an account work with. */
export interface AccountServices {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  mailLimiter: MailLimiter;
  exportLimiter: ExportLimiter;
  upstreams: Upstreams;
  passwordSignIn: boolean;
  /** How long a deleted account waits. */
  graceDays: number;
}
