import { IdentityError, type Language, type UserPrincipal } from '@org/identity-core';
import { type Database, type IdentityPluginHost, lockUserRow, type Transaction } from '@org/identity-prisma';
import { recipientOf } from '../accounts/mail-recipient.js';
import { linkRemovedMail } from './sso-mails.js';
import type { UpstreamIdentity } from './upstream-identity.js';

/** The other providers' accounts that open this one, the oldest first. */
export async function listLinks(db: Database, { userId }: Pick<UserPrincipal, 'userId'>) {
  const links = await db.ssoLink.findMany({ where: { userId }, orderBy: { linkedAt: 'asc' } });
  return { links: links.map((link) => ({ ...link, lastUsedAt: link.lastUsedAt ?? link.linkedAt })) };
}

/**
 * Links an account of another provider; false when it opens another account already, or when this account has
 * another link to that provider. The unique indexes decide, also among those who link at the same moment.
 */
export async function addLink(
  tx: Transaction,
  link: { userId: string; provider: string; identity: UpstreamIdentity },
): Promise<boolean> {
  const { userId, provider, identity } = link;
  const key = { provider, issuer: identity.issuer, subject: identity.subject };
  const now = new Date();
  const data = { userId, ...key, ...shown(identity), linkedAt: now, lastUsedAt: now };
  const { count } = await tx.ssoLink.createMany({ data: [data], skipDuplicates: true });
  if (count === 1) return true;
  return (await tx.ssoLink.count({ where: { userId, ...key } })) === 1;
}

/** Whether nothing stands against such a link now. Only `addLink` decides. */
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

/** What the list shows of a link, as the other provider said it last. */
export function shown({ email, name, picture }: UpstreamIdentity) {
  return { email: email ?? null, displayName: name ?? null, avatarUrl: picture ?? null };
}

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

export interface Unlinking {
  userId: string;
  provider: string;
  providerName: string;
  passwordSignIn: boolean;
  language: Language;
}

/** Takes a link away, unless nothing would be left to sign in with. */
export async function removeLink(services: Services, input: Unlinking) {
  await unlink(services, input);
  return { success: true, message: 'The link is removed.' };
}

/**
 * The same for a page that was made for one sign-in epoch. Returns the epoch from now on; undefined, and nothing is removed,
 * if what opens the account has changed since.
 */
export async function unlink(
  services: Services,
  input: Unlinking & { epoch?: number | undefined },
): Promise<number | undefined> {
  const { db, events, mail, brand } = services;
  const { userId, provider } = input;
  const epoch = await db.$transaction(async (tx) => {
    // Of two removals at once, the second sees what the first has left.
    await lockUserRow(tx, userId);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, include: { ssoLinks: true } });
    if (input.epoch !== undefined && input.epoch !== user.signInEpoch) return undefined;
    const link = user.ssoLinks.find((found) => found.provider === provider);
    if (!link) throw new IdentityError('SSO_LINK_NOT_FOUND', 'Your account has no link to this provider.');
    if (input.passwordSignIn && user.passwordHash === null)
      throw new IdentityError('PASSWORD_REQUIRED', 'Set a password first: without this link you could not sign in.');
    if (!input.passwordSignIn && user.ssoLinks.length === 1)
      throw new IdentityError('LAST_LOGIN_METHOD', 'This link is the only way into your account.');
    await tx.ssoLink.delete({ where: { id: link.id } });
    // A sign-in by this link that has not come to an end must not come to one. And whoever removes one has seen them all.
    const data = { signInEpoch: { increment: 1 }, linksToReview: false };
    const { signInEpoch } = await tx.user.update({ where: { id: userId }, data });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'sso.unlinked', tenantId: null, actor, subjectId: userId, data: { provider } });
    const recipient = recipientOf(user, input.language);
    await mail.add(tx, linkRemovedMail({ ...recipient, provider: input.providerName, brand }));
    return signInEpoch;
  });
  services.sendMail();
  return epoch;
}

/** Lets the next sign-in list the links, if there are any: somebody else may have made one with the old password. */
export async function reviewLinksLater(tx: Transaction, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId, ssoLinks: { some: {} } }, data: { linksToReview: true } });
}
