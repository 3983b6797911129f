import { type Account, isUuid } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

/** The standard's claims that each scope opens, as far as a profile has them. */
export const claimsOfScopes = {
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
} as const;

/** A living account with every claim it has. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  if (!isUuid(id)) return undefined;
  const user = await db.user.findUnique({ where: { id, deletedAt: null } });
  if (!user) return undefined;
  const claims = {
    name: user.displayName,
    given_name: user.givenName,
    family_name: user.familyName,
    middle_name: user.middleName,
    nickname: user.nickname,
    preferred_username: user.username,
    picture: user.pictureUrl,
    website: user.website,
    gender: user.gender,
    birthdate: user.birthdate,
    zoneinfo: user.zoneinfo,
    locale: user.locale,
    updated_at: Math.floor(user.updatedAt.getTime() / 1000),
    email: user.email,
    email_verified: user.emailVerified,
  };
  // A claim without a value is left out, never sent as null.
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  return { id: user.id, claims: present, secondFactor: user.mfaEnabled };
}
