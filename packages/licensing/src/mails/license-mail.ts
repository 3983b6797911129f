import { composeMail, type Language, languageOf, languages, type Mail, nameInMail } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { mailsTexts } from './texts.js';

export type MailServices = Pick<IdentityPluginHost, 'mail' | 'issuer' | 'brand' | 'accounts'>;

/** Who a mail goes to. */
export interface Recipient {
  readonly email: string;
  readonly locale: string | null;
}

/** The names that a mail contains, as they are stored. */
export interface MailNames {
  readonly tenant: string;
  readonly application: string;
  readonly licenseType: string | null;
}

type Texts = (typeof mailsTexts)[Language]['mails'];

interface MailTemplate {
  title(texts: Texts, application: string): string;
  message(texts: Texts, names: { tenant: string; application: string; type: string }): string;
  after?(texts: Texts, tenant: string): string;
}

/** A mail to the user of a license, with a link to the user's licenses. */
export function licenseMail(
  { issuer, brand, accounts }: MailServices,
  { to, names, template }: { to: Recipient; names: MailNames; template: MailTemplate },
): Mail {
  const language = languageOfUser(to);
  const texts = mailsTexts[language].mails;
  const tenant = nameInMail(names.tenant);
  const application = nameInMail(names.application);
  const type = nameInMail(names.licenseType ?? '');
  const page = accounts.accountPage && `${issuer}${accounts.accountPage}/licenses`;
  return composeMail({
    email: to.email,
    brand,
    language,
    title: template.title(texts, application),
    message: template.message(texts, { tenant, application, type }),
    ...(page ? { action: { href: page, label: texts.open } } : {}),
    after: template.after?.(texts, tenant) ?? texts.after(tenant),
  });
}

export const languageOfUser = ({ locale }: Recipient): Language => languageOf(locale, languages[0]);
