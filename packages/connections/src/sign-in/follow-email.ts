import type { AccountStore, Actor } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { domainOfEmail } from '../access/email-domain.js';

/**
 * Whether the account of a linked user gets the new email that the tenant's provider sends for them. It does if nobody but
 * this tenant depends on the account: the user has the role `member` here (an admin by a rule has not), is a member of no
 * other tenant, is no super admin, and the email until now is of a verified domain of the tenant. Who controls that domain
 * can read the mails of the account already. A connection that no owner has confirmed changes none.
 */
export async function followsEmail(tx: Transaction, tenantId: string, userId: string): Promise<boolean> {
  const user = await tx.user.findUnique({
    where: { id: userId, superAdmin: false },
    select: {
      email: true,
      memberships: { where: { status: { not: 'INVITED' } }, select: { tenantId: true, role: true } },
    },
  });
  const [own, ...others] = user?.memberships ?? [];
  if (!user || own?.tenantId !== tenantId || own.role !== 'member' || others.length > 0) return false;
  const domain = domainOfEmail(user.email);
  if (domain === undefined) return false;
  return (await tx.domain.count({ where: { tenantId, domain, status: 'VERIFIED' } })) === 1;
}

interface NewEmail {
  readonly userId: string;
  readonly email: string;
  readonly connectionId: string;
  /** That of the browser in which the user signs in: this sign-in continues in it. */
  readonly keptSession: string | undefined;
}

/**
 * Gives the account the email, as a directory would: its other sessions and mailed links end, and both emails are told. Returns its
 * new sign-in epoch, or undefined if another account has the email by now. The user's row is locked. Call `sendMail` and
 * `sendLogoutNotices` after the commit.
 */
export async function followEmail(
  tx: Transaction,
  { accounts }: { readonly accounts: Pick<AccountStore<Transaction>, 'update'> },
  { userId, email, connectionId, keptSession }: NewEmail,
): Promise<number | undefined> {
  const actor: Actor = { kind: 'machine', id: connectionId };
  const changed = await accounts.update(tx, { userId, actor, fields: { email }, keptSession });
  if (!changed.includes('email')) return undefined;
  const where = { id: userId };
  return (await tx.user.findUniqueOrThrow({ where, select: { signInEpoch: true } })).signInEpoch;
}
