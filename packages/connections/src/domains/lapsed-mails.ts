import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { composeMail, languageOf, languages, type Mail, nameInMail } from '@org/identity-ui';
import { recordOf } from './domain-name.js';
import { domainsTexts } from './texts.js';

/** With more owners than this, the mail goes to this many of them. */
const maxOwners = 100;

interface Owner {
  email: string;
  locale: string | null;
  tenant: string;
  slug: string;
}

/** The mails to the owners of a tenant whose domain is no longer verified, each in the language of its reader. */
export async function lapsedMails(
  tx: Transaction,
  { issuer, brand }: Pick<IdentityPluginHost, 'issuer' | 'brand'>,
  { id, tenantId, domain, proof }: { id: string; tenantId: string; domain: string; proof: string },
): Promise<Mail[]> {
  const owners = await tx.$queryRaw<Owner[]>`
    SELECT u.email, u.locale, t.name AS tenant, t.slug FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    WHERE m.tenant_id = ${tenantId}::uuid AND m.role = 'owner' AND m.status = 'ACTIVE'
      AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    ORDER BY m.id LIMIT ${maxOwners}`;
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
