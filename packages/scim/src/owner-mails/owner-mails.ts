import { brandInMail } from '@org/identity-core';
import { countWithin, keyOf, lookOf, Prisma, type Transaction } from '@org/identity-prisma';
import { composeMail, emailInMail, type Language, languageOf, languages, nameInMail } from '@org/identity-ui';
import type { CallingDirectory, ScimServices } from '../services.js';
import { ownerMailsTexts } from './texts.js';

type Services = Pick<ScimServices, 'mail' | 'issuer' | 'brand'>;
type Of = Pick<CallingDirectory, 'directoryId' | 'tenantId'>;

/** With more owners than this, a mail goes to this many of them. */
const maxOwners = 100;
/** The most mails about held requests that each owner of a tenant gets in a day. The page of the directory lists them all. */
const maxPerDay = 20;
const day = 24 * 60 * 60;

/** Tells the owners that a directory wants a member gone whom it does not manage. Returns false if there were too many. */
export async function mailHeldRequest(
  tx: Transaction,
  services: Services,
  { directory, userId }: { directory: Of; userId: string },
): Promise<boolean> {
  const key = `directory_held_mails:${keyOf(directory.tenantId)}`;
  if ((await countWithin(tx, [{ key, max: maxPerDay, seconds: day }])) !== undefined) return false;
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, displayName: true } });
  const person = user.displayName ? nameInMail(user.displayName) : emailInMail(user.email);
  await mailOwners(tx, services, {
    directory,
    options: { kind: 'directory-held', mentions: user.email },
    words(language, { directory: name, tenant }) {
      const { title, message, open, after } = ownerMailsTexts[language].held;
      return { title: title(name, person), message: message(name, person, tenant), open, after: after(tenant) };
    },
  });
  return true;
}

/** Tells the owners that a setup link has made a directory, which waits for one of them. */
export function mailNewDirectory(tx: Transaction, services: Services, directory: Of): Promise<void> {
  return mailOwners(tx, services, {
    directory,
    options: { kind: 'directory-made' },
    words(language, { directory: name, tenant }) {
      const { title, message, open, after } = ownerMailsTexts[language].made;
      return { title: title(name), message: message(name, tenant), open, after: after(tenant) };
    },
  });
}

interface Words {
  readonly title: string;
  readonly message: string;
  readonly open: string;
  readonly after: string;
}

interface OwnerMail {
  readonly directory: Of;
  readonly options: { readonly kind: string; readonly mentions?: string };
  words(language: Language, names: { readonly directory: string; readonly tenant: string }): Words;
}

interface Owner {
  readonly email: string;
  readonly locale: string | null;
  readonly name: string;
  readonly slug: string;
  readonly look: unknown;
  readonly directory: string;
}

async function mailOwners(
  tx: Transaction,
  { mail, issuer, brand }: Services,
  { directory: { directoryId, tenantId }, options, words }: OwnerMail,
): Promise<void> {
  const owners = await tx.$queryRaw<Owner[]>`
    SELECT u.email, u.locale, t.name, t.slug, ${Prisma.raw(lookOf('t'))} AS look, d.name AS directory
    FROM identity.memberships m
    JOIN identity.users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    JOIN identity.directories d ON d.id = ${directoryId}::uuid
    WHERE m.tenant_id = ${tenantId}::uuid AND m.role = 'owner' AND m.status = 'ACTIVE'
    ORDER BY m.id LIMIT ${maxOwners}`;
  const mails = owners.map(({ email, locale, name, slug, look, directory }) => {
    const language = languageOf(locale, languages[0]);
    const names = { directory: nameInMail(directory), tenant: nameInMail(name) };
    const { title, message, open, after } = words(language, names);
    const href = `${issuer}/console/${slug}/directories/${directoryId}`;
    const shown = brandInMail(brand, { name, brand: look }, issuer);
    return composeMail({ email, brand: shown, language, title, message, action: { href, label: open }, after });
  });
  if (mails.length > 0) await mail.add(tx, mails, options);
}
