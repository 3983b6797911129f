import { brandInMail } from '@org/identity-core';
import { lookOf, Prisma, type Transaction } from '@org/identity-prisma';
import { composeMail, emailInMail, nameInMail } from '@org/identity-ui';
import { languageOfUser, type MailServices, type Recipient } from './recipient.js';
import { mailsTexts } from './texts.js';

/** A tenant with more managers than this has the mail sent to this many of them, owners first. */
const maxManagers = 100;

interface NewRequest {
  tenant: string;
  look: unknown;
  slug: string;
  applicationId: string;
  application: string;
  userId: string;
  email: string;
  displayName: string | null;
}

/**
 * Tells the managers of a tenant that a user asks for a license, at most once an hour. The mail says how many requests are
 * open, so the next one mentions those of the hour before.
 */
export async function mailRequested(
  tx: Transaction,
  { mail, issuer, brand }: MailServices,
  { tenantId, requestId }: { tenantId: string; requestId: string },
): Promise<void> {
  const request = await findDue(tx, requestId);
  const managers = request ? await findManagers(tx, { tenantId, except: request.userId }) : [];
  if (!request || managers.length === 0) return;
  const open = await claimHour(tx, tenantId);
  if (open === undefined) return;
  const person = request.displayName ? nameInMail(request.displayName) : emailInMail(request.email);
  const [tenant, application] = [nameInMail(request.tenant), nameInMail(request.application)];
  const look = brandInMail(brand, { name: request.tenant, brand: request.look }, issuer);
  const mails = managers.map((manager) => {
    const language = languageOfUser(manager);
    const { requested } = mailsTexts[language].mails;
    const href = `${issuer}/console/${request.slug}/licenses/${request.applicationId}/requests`;
    return composeMail({
      email: manager.email,
      brand: look,
      language,
      title: requested.title(person, application),
      message: `${requested.message(person, tenant, application)} ${requested.open(open)}`,
      action: { href, label: requested.decide },
      after: requested.after(tenant),
    });
  });
  await mail.add(tx, mails, { kind: 'license-requested', priority: 'low', mentions: request.email });
}

/** The names for the mail about a request; undefined if the tenant does not want it, or had one within the last hour. */
async function findDue(tx: Transaction, requestId: string): Promise<NewRequest | undefined> {
  const [row] = await tx.$queryRaw<NewRequest[]>`
    SELECT t.name AS tenant, ${Prisma.raw(lookOf('t'))} AS look, t.slug, a.id AS "applicationId", a.name AS application, u.id AS "userId", u.email,
           u.display_name AS "displayName"
    FROM identity.license_requests r
    JOIN identity.tenants t ON t.id = r.tenant_id AND t.closing_at IS NULL
    JOIN identity.applications a ON a.id = r.application_id
    JOIN identity.users u ON u.id = r.user_id
    LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = t.id
    WHERE r.id = ${requestId}::uuid AND 'requested' <> ALL(coalesce(settings.muted, '{}'))
      AND coalesce(settings.requests_mailed_at <= statement_timestamp() - interval '1 hour', true)`;
  return row;
}

/**
 * Claims the mail of this hour and returns the number of open requests. Returns undefined if it was claimed before. The row
 * refers to the tenant, which is not locked here, but a deletion of the tenant waits for the member's lock before.
 */
async function claimHour(tx: Transaction, tenantId: string): Promise<number | undefined> {
  const [claimed] = await tx.$queryRaw<{ open: number }[]>`
    INSERT INTO identity.license_mail_settings AS settings (tenant_id, requests_mailed_at)
    VALUES (${tenantId}::uuid, statement_timestamp())
    ON CONFLICT (tenant_id) DO UPDATE SET requests_mailed_at = statement_timestamp()
    WHERE 'requested' <> ALL(settings.muted)
      AND coalesce(settings.requests_mailed_at <= statement_timestamp() - interval '1 hour', true)
    RETURNING (
      SELECT count(*)::int FROM identity.license_requests WHERE tenant_id = ${tenantId}::uuid AND status = 'PENDING'
    ) AS open`;
  return claimed?.open;
}

function findManagers(
  tx: Transaction,
  { tenantId, except }: { tenantId: string; except: string },
): Promise<Recipient[]> {
  return tx.$queryRaw<Recipient[]>`
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
