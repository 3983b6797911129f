import { type Account, isUuid } from '@org/identity-core';
import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';

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

// Every token and every userinfo asks for it: prepared, and by the claims' own names.
const find = statement(
  'account_find',
  `SELECT id, mfa_enabled AS "secondFactor", display_name AS name, given_name, family_name, middle_name, nickname,
          username AS preferred_username, picture_url AS picture, website, gender, birthdate, zoneinfo, locale,
          floor(extract(epoch FROM updated_at))::float8 AS updated_at, email, email_verified
   FROM identity.users WHERE id = $1 AND deleted_at IS NULL`,
);

/** A living account with every claim it has. */
export async function findAccount(pool: IdentityPluginHost['pool'], id: string): Promise<Account | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await run<{ id: string; secondFactor: boolean }>(pool, find, [id]);
  if (!rows[0]) return undefined;
  const { id: found, secondFactor, ...claims } = rows[0];
  // A claim without a value is left out, never sent as null.
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  return { id: found, claims: present, secondFactor };
}
