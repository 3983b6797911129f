import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { composeMail, languageOf, languages, type Mail, nameInMail } from '@org/identity-ui';
import { sendingTexts } from './texts.js';

/** With more managers than this, the mail goes to this many of them, owners first. */
const maxManagers = 100;

interface PausedWebhook {
  readonly tenantId: string | null;
  readonly url: string;
  readonly error: string;
}

interface Manager {
  email: string;
  locale: string | null;
  /** Null for a webhook of the platform. */
  tenant: string | null;
  slug: string | null;
}

/** The mails to those who manage a webhook that was paused, each in the language of its reader. */
export async function pausedMails(
  tx: Transaction,
  { issuer, brand }: Pick<IdentityPluginHost, 'issuer' | 'brand'>,
  { tenantId, url, error }: PausedWebhook,
): Promise<Mail[]> {
  const managers = await (tenantId === null ? findSuperAdmins(tx) : findTenantManagers(tx, tenantId));
  const host = nameInMail(new URL(url).host);
  return managers.map(({ email, locale, tenant, slug }) => {
    const language = languageOf(locale, languages[0]);
    const { paused } = sendingTexts[language];
    return composeMail({
      email,
      brand,
      language,
      title: paused.title(host),
      message: paused.message(host, error),
      action: { href: `${issuer}${slug === null ? '/platform' : `/console/${slug}`}/webhooks`, label: paused.open },
      after: `${paused.advice} ${tenant === null ? paused.ofPlatform : paused.ofTenant(nameInMail(tenant))}`,
    });
  });
}

function findTenantManagers(tx: Transaction, tenantId: string): Promise<Manager[]> {
  return tx.$queryRaw<Manager[]>`
    SELECT u.email, u.locale, t.name AS tenant, t.slug FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    WHERE m.tenant_id = ${tenantId}::uuid AND m.role IN ('owner', 'admin') AND m.status = 'ACTIVE'
      AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    ORDER BY m.role = 'owner' DESC, m.id LIMIT ${maxManagers}`;
}

function findSuperAdmins(tx: Transaction): Promise<Manager[]> {
  return tx.$queryRaw<Manager[]>`
    SELECT email, locale, NULL AS tenant, NULL AS slug FROM identity.users
    WHERE super_admin AND deleted_at IS NULL AND disabled_at IS NULL ORDER BY id LIMIT ${maxManagers}`;
}
