import { findMailedOwners, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { composeMail, languageOf, languages, type Mail, nameInMail } from '@org/identity-ui';
import { recordOf } from './domain-name.js';
import { domainsTexts } from './texts.js';

/** The mails to the owners of a tenant whose domain is no longer verified, each in the language of its reader. */
export async function lapsedMails(
  tx: Transaction,
  { issuer, brand }: Pick<IdentityPluginHost, 'issuer' | 'brand'>,
  { id, tenantId, domain, proof }: { id: string; tenantId: string; domain: string; proof: string },
): Promise<Mail[]> {
  const owners = await findMailedOwners(tx, tenantId);
  const shown = nameInMail(domain);
  return owners.map(({ email, locale, tenant, slug }) => {
    const language = languageOf(locale, languages[0]);
    const { lapsed } = domainsTexts[language];
    return composeMail({
      email,
      brand,
      language,
      title: lapsed.title(shown),
      message: lapsed.message(shown, recordOf({ domain, proof }).name),
      action: { href: `${issuer}/console/${slug}/single-sign-on/domains/${id}`, label: lapsed.open },
      after: `${lapsed.advice} ${lapsed.why(nameInMail(tenant))}`,
    });
  });
}
