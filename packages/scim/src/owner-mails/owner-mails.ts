import { brandInMail } from '@org/identity-core';
import { countWithin, findMailedOwners, keyOf, type Transaction } from '@org/identity-prisma';
import { composeMail, emailInMail, type Language, languageOf, languages, nameInMail } from '@org/identity-ui';
import type { CallingDirectory, ScimServices } from '../services.js';
import { ownerMailsTexts } from './texts.js';

type Services = Pick<ScimServices, 'mail' | 'issuer' | 'brand'>;
type Of = Pick<CallingDirectory, 'directoryId' | 'tenantId'>;

/** The most mails about held requests that each owner of a tenant gets in a day. The directory's page lists them all. */
const maxPerDay = 20;
const day = 24 * 60 * 60;

/** Tells the owners that a directory wants a member gone whom it does not manage. Returns false after too many mails. */
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

async function mailOwners(
  tx: Transaction,
  { mail, issuer, brand }: Services,
  { directory: { directoryId, tenantId }, options, words }: OwnerMail,
): Promise<void> {
  const { name } = await tx.directory.findUniqueOrThrow({ where: { id: directoryId }, select: { name: true } });
  const owners = await findMailedOwners(tx, tenantId);
  const mails = owners.map(({ email, locale, tenant, slug, look }) => {
    const language = languageOf(locale, languages[0]);
    const names = { directory: nameInMail(name), tenant: nameInMail(tenant) };
    const { title, message, open, after } = words(language, names);
    const href = `${issuer}/console/${slug}/directories/${directoryId}`;
    const shown = brandInMail(brand, { name: tenant, brand: look }, issuer);
    return composeMail({ email, brand: shown, language, title, message, action: { href, label: open }, after });
  });
  if (mails.length > 0) await mail.add(tx, mails, options);
}
