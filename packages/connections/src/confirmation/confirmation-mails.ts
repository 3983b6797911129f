import { findMailedOwners, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { composeMail, languageOf, languages, type Mail, nameInMail } from '@org/identity-ui';
import { connectionPath } from '../access/console-paths.js';
import { confirmationTexts } from './texts.js';

/** The mails to the owners of a tenant whose setup link has made a connection, each in the language of its reader. */
export async function confirmationMails(
  tx: Transaction,
  { issuer: ownIssuer, brand }: Pick<IdentityPluginHost, 'issuer' | 'brand'>,
  connection: { id: string; tenantId: string; name: string; issuer: string },
): Promise<Mail[]> {
  const { id, tenantId, name, issuer } = connection;
  return (await findMailedOwners(tx, tenantId)).map(({ email, locale, tenant, slug }) => {
    const language = languageOf(locale, languages[0]);
    const { mail: texts } = confirmationTexts[language];
    return composeMail({
      email,
      brand,
      language,
      title: texts.title(nameInMail(tenant)),
      // The host only: the path is a text of somebody who has no account.
      message: texts.message(nameInMail(name), hostOf(issuer)),
      action: { href: connectionPath(`${ownIssuer}/console/${slug}`, id), label: texts.open },
      after: `${texts.advice} ${texts.why(nameInMail(tenant))}`,
    });
  });
}

/** An issuer that is no URL of the web, such as some entity IDs, is shown as it is. */
const hostOf = (issuer: string) => (URL.canParse(issuer) && new URL(issuer).host) || issuer;
