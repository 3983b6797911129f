import { brandInMail } from '@org/identity-core';
import type { TenantLook } from '@org/identity-prisma';
import { type Brand, composeMail, emailInMail, type Language, longDate, type Mail, nameInMail } from '@org/identity-ui';
import { setupLinksTexts } from './texts.js';

interface Input {
  readonly email: string;
  readonly expiresAt: Date;
  readonly sender: { readonly displayName: string | null; readonly email: string };
  readonly tenant: TenantLook;
  readonly language: Language;
  readonly secret: string;
  readonly issuer: string;
  /** That of the deployment. */
  readonly brand: Brand;
}

/** The mail with a setup link. */
export function setupLinkMail({ email, expiresAt, sender, tenant, language, secret, issuer, brand }: Input): Mail {
  const { mail: texts } = setupLinksTexts[language];
  const by = sender.displayName ? nameInMail(sender.displayName) : emailInMail(sender.email);
  const name = nameInMail(tenant.name);
  return composeMail({
    email,
    brand: brandInMail(brand, tenant, issuer),
    language,
    title: texts.title(name),
    message: texts.message(by, name, brand.productName),
    action: { href: `${issuer}/setup-links/${secret}`, label: texts.open },
    after: texts.after(longDate(expiresAt, language)),
  });
}
