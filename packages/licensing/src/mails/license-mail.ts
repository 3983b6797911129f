import { brandInMail } from '@org/identity-core';
import { composeMail, type Language, longDate, type Mail, nameInMail, noteInMail } from '@org/identity-ui';

import type { LicenseFacts } from './license-facts.js';
import { languageOfUser, type MailServices, type Recipient } from './recipient.js';
import { mailsTexts } from './texts.js';

/** A mail to the user of a license, with a link to the user's licenses. `note` is what a manager wrote. */
export function licenseMail(services: MailServices, to: Recipient, facts: LicenseFacts, note = ''): Mail {
  const { outcome } = facts;
  if (outcome === 'reclaim') return reclaimMail(services, to, facts);
  const language = languageOfUser(to);
  const texts = mailsTexts[language].mails;
  const tenant = nameInMail(facts.tenant);
  const application = nameInMail(facts.application);
  const type = nameInMail(facts.licenseType ?? '');
  const message = texts[outcome].message(tenant, application, type, facts.position ?? 0);
  const answer = noteInMail(note);
  return composeMail({
    email: to.email,
    brand: brandFor(services, to, facts),
    language,
    title: texts[outcome].title(application),
    message: answer === '' ? message : `${message} ${texts.note(answer)}`,
    ...linkToLicenses(services, language),
    after: outcome === 'removed' ? texts.removed.after(tenant) : texts.after(tenant),
  });
}

/** The look of the tenant, if it still exists. */
export function brandFor({ brand, issuer }: MailServices, { look }: Recipient, { tenant }: LicenseFacts) {
  return brandInMail(brand, { name: tenant, brand: look }, issuer);
}

/** The button that leads to the user's licenses, if there are account pages. */
export function linkToLicenses({ issuer, accounts }: MailServices, language: Language) {
  const page = accounts.accountPage && `${issuer}${accounts.accountPage}/licenses`;
  return page ? { action: { href: page, label: mailsTexts[language].mails.open } } : {};
}

/** Tells a user that an unused seat is about to be released. */
function reclaimMail(services: MailServices, to: Recipient, facts: LicenseFacts): Mail {
  const { application, tenant, unusedSince, releasedAt } = facts;
  const language = languageOfUser(to);
  const { title, message, after } = mailsTexts[language].mails.reclaim;
  const name = nameInMail(application);
  const date = (time: string | undefined) => longDate(new Date(time ?? 0), language);
  return composeMail({
    email: to.email,
    brand: brandFor(services, to, facts),
    language,
    title: title(name),
    message: message(name, nameInMail(tenant), date(unusedSince), date(releasedAt)),
    after,
  });
}
