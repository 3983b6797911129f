import { brandInMail } from '@org/identity-core';
import { countWithin, type IdentityPluginHost, keyOf, lookOf, Prisma, type Transaction } from '@org/identity-prisma';
import { composeMail, emailInMail, languageOf, languages, nameInMail } from '@org/identity-ui';
import { connectedApplicationsTexts } from './texts.js';

type MailServices = Pick<IdentityPluginHost, 'mail' | 'issuer' | 'brand'>;

/** A tenant with more managers than this has the mail sent to this many of them, owners first. */
const maxManagers = 100;
const hour = 60 * 60;

interface TenantRow {
  name: string;
  slug: string;
  look: unknown;
}

async function findTenant(tx: Transaction, tenantId: string): Promise<TenantRow | undefined> {
  const [tenant] = await tx.$queryRaw<TenantRow[]>`
    SELECT t.name, t.slug, ${Prisma.raw(lookOf('t'))} AS look FROM identity.tenants t
    WHERE t.id = ${tenantId}::uuid AND t.closing_at IS NULL`;
  return tenant;
}

/**
 * Tells the managers of a tenant that a member asks for an application, at most once an hour. The page that the mail leads to
 * lists all requests, also those of the hour before.
 */
export async function mailRequested(
  tx: Transaction,
  { mail, issuer, brand }: MailServices,
  { tenantId, userId, name }: { tenantId: string; userId: string; name: string },
): Promise<void> {
  const key = `application_requests_mail:${keyOf(tenantId)}`;
  if ((await countWithin(tx, [{ key, max: 1, seconds: hour }])) !== undefined) return;
  const tenant = await findTenant(tx, tenantId);
  const managers = await findManagers(tx, { tenantId, except: userId });
  if (!tenant || managers.length === 0) return;
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, displayName: true } });
  const person = user.displayName ? nameInMail(user.displayName) : emailInMail(user.email);
  const [tenantName, application] = [nameInMail(tenant.name), nameInMail(name)];
  const look = brandInMail(brand, { name: tenant.name, brand: tenant.look }, issuer);
  const mails = managers.map(({ email, locale }) => {
    const language = languageOf(locale, languages[0]);
    const { requested } = connectedApplicationsTexts[language].mails;
    return composeMail({
      email,
      brand: look,
      language,
      title: requested.title(person, application),
      message: requested.message(person, application, tenantName),
      action: { href: `${issuer}/console/${tenant.slug}/applications`, label: requested.decide },
      after: requested.after(tenantName),
    });
  });
  await mail.add(tx, mails, { kind: 'application-requested', priority: 'low', mentions: user.email });
}

/** Tells the member who has asked for an application what the tenant has decided. */
export async function mailDecided(
  tx: Transaction,
  { mail, issuer, brand }: MailServices,
  decided: { tenantId: string; requestedBy: string | null; name: string; status: 'ALLOWED' | 'BLOCKED' },
): Promise<void> {
  const { tenantId, requestedBy, name, status } = decided;
  const [asker] = await tx.$queryRaw<{ email: string; locale: string | null }[]>`
    SELECT u.email, u.locale FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${requestedBy}::uuid AND m.status = 'ACTIVE'`;
  const tenant = await findTenant(tx, tenantId);
  if (!asker || !tenant) return;
  const language = languageOf(asker.locale, languages[0]);
  const texts = connectedApplicationsTexts[language].mails[status === 'ALLOWED' ? 'allowed' : 'blocked'];
  const [tenantName, application] = [nameInMail(tenant.name), nameInMail(name)];
  const written = composeMail({
    email: asker.email,
    brand: brandInMail(brand, { name: tenant.name, brand: tenant.look }, issuer),
    language,
    title: texts.title(tenantName, application),
    message: texts.message(tenantName, application),
    after: texts.after(tenantName),
  });
  await mail.add(tx, written, { kind: 'application-decided', notice: 'application-decided', priority: 'low' });
}

function findManagers(tx: Transaction, { tenantId, except }: { tenantId: string; except: string }) {
  return tx.$queryRaw<{ email: string; locale: string | null }[]>`
    SELECT u.email, u.locale FROM (
      (SELECT user_id FROM identity.memberships
       WHERE tenant_id = ${tenantId}::uuid AND role = 'owner' AND status = 'ACTIVE' ORDER BY id LIMIT ${maxManagers})
      UNION ALL
      (SELECT user_id FROM identity.memberships
       WHERE tenant_id = ${tenantId}::uuid AND role = 'admin' AND status = 'ACTIVE' ORDER BY id LIMIT ${maxManagers})
      LIMIT ${maxManagers}
    ) managers
    JOIN identity.users u ON u.id = managers.user_id
    WHERE u.id <> ${except}::uuid AND u.deleted_at IS NULL AND u.disabled_at IS NULL`;
}
