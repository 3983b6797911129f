import type { Actor, Vault } from '@org/identity-core';
import { type Database, type IdentityPluginHost, type Prisma, pageSize } from '@org/identity-prisma';
import { passwordOf } from '../foreign-passwords/stored-hash.js';
import { hasManyIssuers } from '../import/issuer-of-link.js';
import type { ImportedPerson } from '../import/person.js';
import { openTotpSecret } from '../mfa/totp.js';

type Line = Record<string, unknown> & Pick<ImportedPerson, 'email'>;

const exported = {
  id: true,
  email: true,
  normalizedEmail: true,
  emailVerified: true,
  externalId: true,
  displayName: true,
  givenName: true,
  familyName: true,
  locale: true,
  zoneinfo: true,
  createdAt: true,
  disabledAt: true,
  passwordHash: true,
  totp: { select: { encryptedSecret: true, confirmedAt: true } },
  ssoLinks: { select: { provider: true, issuer: true, subject: true }, orderBy: { provider: 'asc' } },
  memberships: {
    where: { status: 'ACTIVE', tenant: { closingAt: null } },
    select: {
      role: true,
      tenant: { select: { slug: true } },
      seats: {
        select: {
          subscription: {
            select: { application: { select: { name: true } }, licenseType: { select: { slug: true } } },
          },
        },
      },
    },
    orderBy: { tenant: { slug: 'asc' } },
  },
} satisfies Prisma.UserSelect;

type ExportedUser = Prisma.UserGetPayload<{ select: typeof exported }>;

/**
 * Reads all people in the form of an import, a page at a time, always in the same order: the owners of tenants first, so that
 * an import can create their tenants, and then all others. An owner who is a member elsewhere has a second line for that.
 * Without a vault, there is neither a password nor the secret of an app. The event is written before the first page.
 */
export async function* exportPeople(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { vault, actor }: { vault?: Vault; actor: Actor },
): AsyncGenerator<Line[]> {
  const data = { withPasswords: vault !== undefined };
  await db.$transaction((tx) =>
    events.publish(tx, { type: 'people.exported', tenantId: null, actor, subjectId: null, data }),
  );
  const owns = { memberships: { some: { role: 'owner', status: 'ACTIVE', tenant: { closingAt: null } } } } as const;
  for await (const users of usersIn(db, owns)) yield users.map((user) => lineOf(user, vault, isOwned));
  for await (const users of usersIn(db, {})) {
    const lines = users.flatMap((user): Line[] => {
      if (!user.memberships.some(isOwned)) return [lineOf(user, vault, () => true)];
      const { email, externalId, memberships } = lineOf(user, undefined, (membership) => !isOwned(membership));
      const others = Array.isArray(memberships) && memberships.length > 0;
      return others ? [{ email, ...(externalId === undefined ? {} : { externalId }), memberships }] : [];
    });
    if (lines.length > 0) yield lines;
  }
}

type Membership = ExportedUser['memberships'][number];
const isOwned = ({ role }: Membership) => role === 'owner';

async function* usersIn(db: Database, where: Prisma.UserWhereInput): AsyncGenerator<ExportedUser[]> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const users: ExportedUser[] = await db.user.findMany({
      where: { ...where, deletedAt: null, normalizedEmail: { gt: last } },
      select: exported,
      orderBy: { normalizedEmail: 'asc' },
      take: pageSize,
    });
    if (users.length > 0) yield users;
    last = users.length === pageSize ? users.at(-1)?.normalizedEmail : undefined;
  }
}

function lineOf(user: ExportedUser, vault: Vault | undefined, chosen: (membership: Membership) => boolean): Line {
  const { id, passwordHash, totp } = user;
  const password = vault && passwordHash !== null ? passwordOf(passwordHash) : undefined;
  return {
    email: user.email,
    emailVerified: user.emailVerified,
    ...(user.externalId === null ? {} : { externalId: user.externalId }),
    displayName: user.displayName,
    givenName: user.givenName,
    familyName: user.familyName,
    locale: user.locale,
    zoneinfo: user.zoneinfo,
    createdAt: user.createdAt.toISOString(),
    disabled: user.disabledAt !== null,
    ...(password ? { password } : {}),
    ...(vault && totp?.confirmedAt ? { totpSecret: openTotpSecret(vault, id, totp.encryptedSecret) } : {}),
    ...(user.ssoLinks.length === 0 ? {} : { links: user.ssoLinks.map(linkOf) }),
    memberships: user.memberships.filter(chosen).map(membershipOf),
  };
}

const linkOf = ({ provider, issuer, subject }: ExportedUser['ssoLinks'][number]) => ({
  provider: provider.toLowerCase(),
  subject,
  ...(hasManyIssuers(issuer) ? { issuer } : {}),
});

function membershipOf({ tenant, role, seats }: Membership) {
  const licenses = seats
    .map(({ subscription: { application, licenseType } }) => ({
      application: application.name,
      licenseType: licenseType.slug,
    }))
    .sort((one, other) => (one.application < other.application ? -1 : 1));
  return { tenant: tenant.slug, role, ...(licenses.length === 0 ? {} : { licenses }) };
}
