import { type Brand, composeMail, type Language, longDate, type Mail, nameInMail } from '@org/identity-core';
import { reclaimTexts } from './texts.js';

export interface ReclaimMailInput {
  email: string;
  language: Language;
  brand: Brand;
  application: string;
  tenant: string;
  /** The last use, or when the seat was assigned. */
  unusedSince: Date;
  /** When the seat is released. */
  releasedAt: Date;
}

/** Tells a user that an unused seat is about to be released. */
export function reclaimMail({ application, tenant, unusedSince, releasedAt, ...to }: ReclaimMailInput): Mail {
  const { title, message, after } = reclaimTexts[to.language].mail;
  const name = nameInMail(application);
  const [since, until] = [longDate(unusedSince, to.language), longDate(releasedAt, to.language)];
  return composeMail({ ...to, title: title(name), message: message(name, nameInMail(tenant), since, until), after });
}
