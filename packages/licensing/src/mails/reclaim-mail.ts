import { composeMail, longDate, type Mail, nameInMail } from '@org/identity-core';
import type { LicenseFacts } from './license-facts.js';
import { languageOfUser, type MailServices, type Recipient } from './recipient.js';
import { mailsTexts } from './texts.js';

/** Tells a user that an unused seat is about to be released. */
export function reclaimMail(
  { brand }: MailServices,
  to: Recipient,
  { application, tenant, unusedSince, releasedAt }: LicenseFacts,
): Mail {
  const language = languageOfUser(to);
  const { title, message, after } = mailsTexts[language].mails.reclaim;
  const name = nameInMail(application);
  const date = (time: string | undefined) => longDate(new Date(time ?? 0), language);
  return composeMail({
    email: to.email,
    brand,
    language,
    title: title(name),
    message: message(name, nameInMail(tenant), date(unusedSince), date(releasedAt)),
    after,
  });
}
