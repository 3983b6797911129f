import type { Database, Transaction } from '@org/identity-prisma';
import { findUser } from './find-user.js';
import { type ListedUser, statusOf } from './list-users.js';

export interface UserDetails extends ListedUser {
  /** The id in the system that an import came from. */
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  emailVerified: boolean;
  hasPassword: boolean;
  secondFactor: boolean;
  passkeys: number;
  /** The providers through which the user can sign in. */
  providers: string[];
  memberships: { tenantId: string; slug: string; role: string; status: string }[];
  /** Browser sessions that are open now. */
  sessions: number;
  disabledAt: Date | null;
  /** When a deleted account is erased. */
  eraseAt: Date | null;
}

/** What an operator may see of a user, found by email or id. Contains no credentials. */
export async function getUser(db: Database | Transaction, emailOrId: string): Promise<UserDetails> {
  const { id } = await findUser(db, emailOrId);
  const open = { accountId: id, endedAt: null, expiresAt: { gt: new Date() } };
  const [user, sessions] = await Promise.all([
    db.user.findUniqueOrThrow({
      where: { id },
      select: {
        id: true,
        email: true,
        externalId: true,
        displayName: true,
        givenName: true,
        familyName: true,
        emailVerified: true,
        superAdmin: true,
        passwordHash: true,
        mfaEnabled: true,
        createdAt: true,
        disabledAt: true,
        deletedAt: true,
        eraseAt: true,
        ssoLinks: { select: { provider: true }, orderBy: { linkedAt: 'asc' } },
        memberships: {
          where: { tenant: { closingAt: null } },
          select: { role: true, status: true, tenant: { select: { id: true, slug: true } } },
          orderBy: { id: 'asc' },
        },
        _count: { select: { passkeys: true } },
      },
    }),
    db.oidcSession.count({ where: open }),
  ]);
  const { passwordHash, mfaEnabled, deletedAt: _deletedAt, ssoLinks, memberships, _count, ...shown } = user;
  return {
    ...shown,
    status: statusOf(user),
    hasPassword: passwordHash !== null,
    secondFactor: mfaEnabled,
    passkeys: _count.passkeys,
    providers: ssoLinks.map(({ provider }) => provider),
    memberships: memberships.map(({ tenant, role, status }) => ({
      tenantId: tenant.id,
      slug: tenant.slug,
      role,
      status,
    })),
    sessions,
  };
}
