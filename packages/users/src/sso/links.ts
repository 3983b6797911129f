import { IdentityError, type UserPrincipal } from '@org/identity-core';
import { type Database, type IdentityPluginHost, lockUserRow, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { linkRemovedMail } from './sso-mails.js';
import type { UpstreamIdentity } from './upstream-identity.js';

/** The linked accounts of upstream providers, the oldest first. */
export async function listLinks(db: Database, { userId }: Pick<UserPrincipal, 'userId'>) {
  const links = await db.ssoLink.findMany({ where: { userId }, orderBy: { linkedAt: 'asc' } });
  return { links: links.map((link) => ({ ...link, lastUsedAt: link.lastUsedAt ?? link.linkedAt })) };
}

/**
 * Links an account of an upstream provider. Returns false if it is already linked to another account, or if this account has
 * another link to that provider. The unique indexes decide, also between requests at the same moment.
 */
export async function addLink(
  tx: Transaction,
  link: { userId: string; provider: string; identity: UpstreamIdentity },
): Promise<boolean> {
  const { userId, provider, identity } = link;
  const key = { provider, issuer: identity.issuer, subject: identity.subject };
  const now = new Date();
  const data = { userId, ...key, ...displayFields(identity), linkedAt: now, lastUsedAt: now };
  const { count } = await tx.ssoLink.createMany({ data: [data], skipDuplicates: true });
  if (count === 1) return true;
  return (await tx.ssoLink.count({ where: { userId, ...key } })) === 1;
}

/** Whether such a link is possible now. Only `addLink` decides. */
export async function canLink(
  tx: Transaction,
  { userId, provider, identity: { issuer, subject } }: Parameters<typeof addLink>[1],
): Promise<boolean> {
  const links = await tx.ssoLink.findMany({
    where: {
      OR: [
        { provider, issuer, subject },
        { provider, userId },
      ],
    },
  });
  return links.every((link) => link.userId === userId && link.issuer === issuer && link.subject === subject);
}

/** What the list shows of a link, as the provider sent it last. */
export function displayFields({ email, name, picture }: UpstreamIdentity) {
  return { email: email ?? null, displayName: name ?? null, avatarUrl: picture ?? null };
}

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

export interface Unlinking {
  userId: string;
  provider: string;
  providerName: string;
  passwordSignIn: boolean;
  /** Whether the user can sign in with an emailed code, whatever else there is. */
  emailCodes: boolean;
  language: Language;
}

/** Removes a link, unless the user could not sign in any more. */
export async function removeLink(services: Services, input: Unlinking) {
  await unlink(services, input);
  return { success: true, message: 'The link was removed.' };
}

/**
 * The same for a page that was made for one sign-in epoch. Returns the new epoch. Returns undefined, and removes nothing, if
 * the credentials have changed since.
 */
export async function unlink(
  services: Services,
  input: Unlinking & { epoch?: number | undefined },
): Promise<number | undefined> {
  const { db, events, mail, brand } = services;
  const { userId, provider } = input;
  const epoch = await db.$transaction(async (tx) => {
    // Of two removals at once, the second one waits and sees the result of the first.
    await lockUserRow(tx, userId);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, include: { ssoLinks: true } });
    if (input.epoch !== undefined && input.epoch !== user.signInEpoch) return undefined;
    const link = user.ssoLinks.find((found) => found.provider === provider);
    if (!link) throw new IdentityError('SSO_LINK_NOT_FOUND', 'Your account has no link to this provider.');
    if (!input.emailCodes && input.passwordSignIn && user.passwordHash === null)
      throw new IdentityError('PASSWORD_REQUIRED', 'Set a password first: without this link you could not sign in.');
    if (!input.emailCodes && !input.passwordSignIn && user.ssoLinks.length === 1)
      throw new IdentityError('LAST_LOGIN_METHOD', 'This link is the only way to sign in to your account.');
    await tx.ssoLink.delete({ where: { id: link.id } });
    // A sign-in with this link that is in flight must fail. And the user has now seen the list of links.
    const data = { signInEpoch: { increment: 1 }, linksToReview: false };
    const { signInEpoch } = await tx.user.update({ where: { id: userId }, data });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'sso.unlinked', tenantId: null, actor, subjectId: userId, data: { provider } });
    const recipient = recipientOf(user, input.language);
    await mail.add(tx, linkRemovedMail({ ...recipient, provider: input.providerName, brand }), {
      notice: 'link-removed',
    });
    return signInEpoch;
  });
  services.sendMail();
  return epoch;
}

/** Makes the next sign-in show the links, if there are any: an attacker may have added one with the old password. */
export async function reviewLinksLater(tx: Transaction, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId, ssoLinks: { some: {} } }, data: { linksToReview: true } });
}
