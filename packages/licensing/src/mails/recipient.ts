import type { IdentityPluginHost } from '@org/identity-prisma';
import { type Language, languageOf, languages } from '@org/identity-ui';
export type MailServices = Pick<
  IdentityPluginHost,
  'mail' | 'notedMails' | 'mailLimits' | 'vault' | 'issuer' | 'brand' | 'accounts'
>;

/** Who a mail goes to. */
export interface Recipient {
  readonly email: string;
  readonly locale: string | null;
  /** The look of the tenant, not yet validated. */
  readonly look?: unknown;
}

export const languageOfUser = ({ locale }: Recipient): Language => languageOf(locale, languages[0]);
