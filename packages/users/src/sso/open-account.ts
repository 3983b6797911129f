import type { AttemptSecret } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { createAccount } from '../accounts/create-account.js';
import { lockSignInEpoch, normalizeEmail } from '../accounts/find-account.js';
import { keepIdentityFor, useAttempt } from './attempts.js';
import { addLink, canLink, displayFields } from './links.js';
import type { SsoProvider } from './provider.js';
import { reclaimAccount } from './reclaim-account.js';
import type { UpstreamIdentity } from './upstream-identity.js';

export type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'brand'>;

/** The account that a visit to an upstream provider has opened, and its sign-in epoch. */
export interface Opened {
  readonly userId: string;
  readonly epoch: number;
  /** Identifies an identity that is linked once the sign-in is complete. */
  readonly link?: string;
  /** The email was imported without a proof: the sign-in has to prove it. */
  readonly emailToProve?: boolean;
}

interface Visit {
  readonly attempt: AttemptSecret;
  readonly provider: SsoProvider;
  readonly identity: UpstreamIdentity;
  readonly language: Language;
  /** The language that the user asked for; a new account keeps it. */
  readonly wishedLanguage: Language | undefined;
}

/** The account that is linked to this identity. */
export async function openLinked(
  { db }: Services,
  { attempt, provider, identity }: Pick<Visit, 'attempt' | 'provider' | 'identity'>,
): Promise<Opened | undefined> {
  const { issuer, subject } = identity;
  return db.$transaction(async (tx) => {
    const link = await tx.ssoLink.findUnique({
      where: {
        provider_issuer_subject: { provider: provider.id, issuer, subject },
        user: { deletedAt: null, disabledAt: null },
      },
      select: { id: true, user: { select: { id: true, signInEpoch: true, emailToProve: true } } },
    });
    if (!link || !(await useAttempt(tx, attempt))) return undefined;
    await tx.ssoLink.update({ where: { id: link.id }, data: { ...displayFields(identity), lastUsedAt: new Date() } });
    const { id: userId, signInEpoch: epoch, emailToProve } = link.user;
    return { userId, epoch, emailToProve };
  });
}

/** Creates an account for a verified email. Returns undefined if the email has an account. */
export async function openNew(services: Services, visit: Visit): Promise<Opened | undefined> {
  const { db } = services;
  return unlessOvertaken(db.$transaction((tx) => create(services, tx, visit)));
}

/** The attempt or the identity was used by another request: the transaction has to roll back. */
class Overtaken extends Error {}

function unlessOvertaken<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Overtaken) return undefined;
    throw error;
  });
}

async function create({ events }: Services, tx: Transaction, visit: Visit): Promise<Opened | undefined> {
  const { attempt, provider, identity } = visit;
  const { email, name: displayName, givenName, familyName, locale = visit.wishedLanguage } = identity;
  if (!email) return undefined;
  const account = await createAccount(tx, { email, passwordHash: null, displayName, givenName, familyName, locale });
  if (!account) return undefined;
  const userId = account.id;
  const linked = await addLink(tx, { userId, provider: provider.id, identity });
  if (!linked || !(await useAttempt(tx, attempt))) throw new Overtaken();
  const event = { tenantId: null, actor: { kind: 'user' as const, id: userId }, subjectId: userId };
  await events.publish(tx, { ...event, type: 'account.created', data: {} });
  await events.publish(tx, { ...event, type: 'sso.linked', data: { provider: provider.id } });
  return { userId, epoch: 0 };
}

/** An account whose password the user has proven. Returns undefined if the identity cannot be linked to it. */
export async function openProven(
  services: Services,
  visit: Visit,
  { userId, epoch }: Opened,
): Promise<Opened | 'refused' | undefined> {
  const { db } = services;
  const work = db.$transaction(async (tx) => {
    // The password may have been changed in the meantime; from here on, changes wait for this transaction.
    if ((await lockSignInEpoch(tx, userId)) !== epoch) return 'refused' as const;
    return openAndKeep(tx, visit, userId);
  });
  return unlessOvertaken(work);
}

/**
 * Opens the account and holds the identity for it. It is linked only when the sign-in is complete: if a second factor is
 * required, a password or a mailbox alone must not create another way to sign in.
 */
async function openAndKeep(
  tx: Transaction,
  { attempt, provider, identity }: Visit,
  userId: string,
): Promise<Opened | undefined> {
  const user = await tx.user.findUnique({ where: { id: userId, deletedAt: null, disabledAt: null } });
  if (!user || !(await canLink(tx, { userId, provider: provider.id, identity }))) return undefined;
  if (!(await keepIdentityFor(tx, attempt, userId))) throw new Overtaken();
  const { signInEpoch: epoch, emailToProve } = user;
  return { userId, epoch, emailToProve, link: Buffer.from(attempt.secretHash).toString('base64url') };
}

/** The account of a user who has opened the link mailed to the email: an existing one, or a new one if sign-up is allowed. */
export async function openByMail(
  services: Services,
  visit: Visit,
  { signUp }: { signUp: boolean },
): Promise<Opened | 'no-account' | 'refused' | undefined> {
  const { db } = services;
  const normalizedEmail = normalizeEmail(visit.identity.email ?? '');
  const work = db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { normalizedEmail } });
    if (!user) return signUp ? create(services, tx, visit) : ('no-account' as const);
    if (user.disabledAt) return 'refused' as const;
    if (!user.emailVerified) await reclaimAccount(services, tx, user.id);
    return openAndKeep(tx, visit, user.id);
  });
  const opened = await unlessOvertaken(work);
  services.sendLogoutNotices();
  return opened;
}
