import { type Account, isUuid } from '@org/identity-core';
import {
  type AccountRow,
  accountColumns,
  type IdentityPluginHost,
  run,
  statement,
  takeAccount,
} from '@org/identity-prisma';

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

// Prepared: every token and every userinfo asks for it, unless it was read along with the token.
const find = statement(
  'account_find',
  `SELECT ${accountColumns} FROM identity.users u WHERE u.id = $1 AND u.deleted_at IS NULL`,
);

/** A living account with every claim it has. */
export async function findAccount(pool: IdentityPluginHost['pool'], id: string): Promise<Account | undefined> {
  if (!isUuid(id)) return undefined;
  const row = takeAccount(id) ?? (await run<AccountRow>(pool, find, [id])).rows[0];
  if (!row) return undefined;
  const { id: found, secondFactor, ...claims } = row;
  // A claim without a value is left out, never sent as null.
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  return { id: found, claims: present, secondFactor };
}
