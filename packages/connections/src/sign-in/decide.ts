import type { AccountStore } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import { domainOfEmail } from '../access/email-domain.js';
import type { Refusal, Success } from '../attempts/reasons.js';
import { isUnconfirmed } from '../confirmation/is-unconfirmed.js';
import type { ProviderIdentity } from '../providers/provider-identity.js';
import { followsEmail } from './follow-email.js';

const fields = {
  id: true,
  tenantId: true,
  kind: true,
  name: true,
  status: true,
  version: true,
  defaultRole: true,
  jit: true,
  trustMfa: true,
  setupLinkId: true,
  confirmedAt: true,
  domains: {
    where: { domain: { status: 'VERIFIED' } },
    select: { active: true, domain: { select: { domain: true } } },
  },
  defaultGroups: { select: { groupId: true }, orderBy: { groupId: 'asc' } },
} as const satisfies Prisma.ConnectionSelect;

/** A connection with what decides about its sign-ins. */
export type DecidingConnection = Prisma.ConnectionGetPayload<{ select: typeof fields }>;

/** The connection as it is now; null if it or its tenant is gone. */
export function findDecidingConnection(tx: Transaction, connectionId: string): Promise<DecidingConnection | null> {
  return tx.connection.findFirst({ where: { id: connectionId, tenant: { closingAt: null } }, select: fields });
}

/** What a provider's response leads to. */
export type Decision =
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly userId?: string }
  | {
      readonly kind: 'known';
      readonly how: Extract<Success, 'linked' | 'carried_over' | 'expected'>;
      readonly userId: string;
      /** Whether the user is no member yet, or any more. */
      readonly joins: boolean;
      /** Whether the provider has sent a new email: whether the account gets it, or keeps its own. */
      readonly newEmail?: 'changed' | 'kept' | undefined;
    }
  /** No account has the email: one is created. */
  | { readonly kind: 'new' }
  /** An account has the email: its owner has to prove that it is theirs, also if it is linked to another subject. */
  | { readonly kind: 'prove'; readonly userId: string; readonly joins: boolean };

type Accounts = Pick<AccountStore<Transaction>, 'findByEmail' | 'normalizeEmail'>;

/** Whether the connection signs users in, and still is the one that the visit began with. */
export function isInForce(connection: DecidingConnection | null, version: number): connection is DecidingConnection {
  return (
    connection?.status === 'ACTIVE' && connection.version === version && connection.domains.some(({ active }) => active)
  );
}

/**
 * Decides about an identity that the connection's provider has confirmed. It only reads. A test of a connection shows the
 * result, so it does not ask whether the connection is active.
 */
export async function decide(
  tx: Transaction,
  accounts: Accounts,
  connection: DecidingConnection,
  identity: ProviderIdentity,
): Promise<Decision> {
  const { email } = identity;
  const account = email === undefined ? undefined : await accounts.findByEmail(tx, email);
  const linked = await findLinked(tx, connection, identity);
  const refused = (reason: Refusal, userId = linked?.userId ?? account?.id): Decision =>
    userId === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, userId };
  if (email !== undefined && !isOwnEmail(connection, email)) return refused('foreign_email');
  if (!isOwnOrganization(connection, identity)) return refused('foreign_organization');
  if (linked) {
    if (account && account.id !== linked.userId) return refused('subject_reused');
    const standing = await standingOf(tx, connection.tenantId, linked.userId);
    if (typeof standing === 'string') return refused(standing);
    const { how, userId } = linked;
    if (standing.joins && !(await mayJoin(tx, accounts, connection, email))) return refused('not_invited');
    // Neither that of the account nor the one of the last sign-in: the user has another one there since.
    const isNew = email !== undefined && !account && !isSameEmail(accounts, email, linked.email);
    if (!isNew) return { kind: 'known', how, userId, ...standing };
    const follows =
      identity.emailVerified !== false &&
      !isUnconfirmed(connection) &&
      (await followsEmail(tx, connection.tenantId, userId));
    return { kind: 'known', how, userId, ...standing, newEmail: follows ? 'changed' : 'kept' };
  }
  if (email === undefined) return refused('no_email');
  if (identity.emailVerified === false) return refused('email_not_verified');
  if (!account) return (await mayJoin(tx, accounts, connection, email)) ? { kind: 'new' } : refused('not_invited');
  const userId = account.id;
  const standing = await standingOf(tx, connection.tenantId, userId);
  if (typeof standing === 'string') return refused(standing);
  if (standing.joins && !(await mayJoin(tx, accounts, connection, email))) return refused('not_invited');
  // Another subject has opened the account: somebody who was hired again, or a new registration of our client there. What a
  // directory has said about the account before does not count for this one.
  const isLinked = await hasOtherSubject(tx, connection.id, userId, identity);
  if (!isLinked && (await tx.expectedUser.count({ where: { connectionId: connection.id, userId } })) === 1)
    return { kind: 'known', how: 'expected', userId, ...standing };
  return { kind: 'prove', userId, ...standing };
}

/**
 * Whether somebody who is no member becomes one by the sign-in. A connection without `jit` lets only those in who are invited
 * as members: the word of a provider is not enough for a higher role.
 */
export async function mayJoin(
  tx: Transaction,
  { normalizeEmail }: Pick<Accounts, 'normalizeEmail'>,
  { jit, tenantId }: DecidingConnection,
  email: string | undefined,
): Promise<boolean> {
  if (jit || email === undefined) return jit;
  const invited = { tenantId, normalizedEmail: normalizeEmail(email), role: 'member', status: 'PENDING' } as const;
  return (await tx.invitation.count({ where: { ...invited, expiresAt: { gt: new Date() } } })) > 0;
}

/** What a response lacks for any sign-in, whoever it is. It does not say whom we know. */
export function refusalOfClaims(
  connection: DecidingConnection,
  identity: Pick<ProviderIdentity, 'email' | 'emailVerified' | 'organization'>,
): Extract<Refusal, 'no_email' | 'foreign_email' | 'foreign_organization' | 'email_not_verified'> | undefined {
  const { email, emailVerified } = identity;
  if (email === undefined) return 'no_email';
  if (!isOwnEmail(connection, email)) return 'foreign_email';
  if (!isOwnOrganization(connection, identity)) return 'foreign_organization';
  return emailVerified === false ? 'email_not_verified' : undefined;
}

function isSameEmail(accounts: Accounts, one: string, other: string | null): boolean {
  return other !== null && accounts.normalizeEmail(one) === accounts.normalizeEmail(other);
}

function isOwnEmail({ domains }: DecidingConnection, email: string): boolean {
  const domain = domainOfEmail(email);
  return domains.some((own) => own.domain.domain === domain);
}

/** Whether a provider that serves many organizations says that the user is of this one. */
function isOwnOrganization(
  { domains }: DecidingConnection,
  { organization }: Pick<ProviderIdentity, 'organization'>,
): boolean {
  return organization === undefined || domains.some(({ domain }) => domain.domain === organization);
}

/** The account of a link, or of the same identity's link of another connection of the tenant. */
async function findLinked(
  tx: Transaction,
  { id: connectionId, tenantId, kind }: DecidingConnection,
  { issuer, subject }: ProviderIdentity,
): Promise<{ how: 'linked' | 'carried_over'; userId: string; email: string | null } | undefined> {
  const key = { connectionId, issuer, subject };
  const own = await tx.connectionLink.findUnique({ where: { connectionId_issuer_subject: key } });
  if (own) return { how: 'linked', userId: own.userId, email: own.email };
  // Another protocol may name its users in another way.
  const where = { issuer, subject, connection: { tenantId, kind } };
  const others = await tx.connectionLink.findMany({
    where,
    distinct: ['userId'],
    take: 2,
    select: { userId: true, email: true },
  });
  const [only] = others;
  // Two accounts: nobody knows whose it is, so the owner proves it.
  if (!only || others.length > 1) return undefined;
  // The account may have another subject at this connection.
  if (await hasOtherSubject(tx, connectionId, only.userId, { issuer, subject })) return undefined;
  return { how: 'carried_over', ...only };
}

/** Whether the account is linked to another subject of the same issuer. Links of an issuer that was replaced do not count. */
async function hasOtherSubject(
  tx: Transaction,
  connectionId: string,
  userId: string,
  { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>,
): Promise<boolean> {
  const where = { connectionId, userId, issuer, subject: { not: subject } };
  return (await tx.connectionLink.count({ where })) > 0;
}

/** Whether the user can sign in and is, or can become, a member. */
async function standingOf(tx: Transaction, tenantId: string, userId: string): Promise<Refusal | { joins: boolean }> {
  const user = await tx.user.findUnique({
    where: { id: userId, deletedAt: null, disabledAt: null },
    select: { memberships: { where: { tenantId }, select: { status: true } } },
  });
  if (!user) return 'account_closed';
  const status = user.memberships[0]?.status;
  return status === 'SUSPENDED' ? 'member_suspended' : { joins: status !== 'ACTIVE' };
}
