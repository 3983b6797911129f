import { type Account, isUuid } from '@org/identity-core';
import {
  type AccountRow,
  accountJson,
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
  `SELECT ${accountJson} AS account FROM identity.users u WHERE u.id = $1 AND u.deleted_at IS NULL AND u.disabled_at IS NULL`,
);

/** A living account, neither deleted nor disabled, with every claim it has. */
export async function findAccount(pool: IdentityPluginHost['pool'], id: string): Promise<Account | undefined> {
  if (!isUuid(id)) return undefined;
  const row = takeAccount(id) ?? (await run<{ account: AccountRow }>(pool, find, [id])).rows[0]?.account;
  if (!row) return undefined;
  const { id: found, secondFactor, ...claims } = row;
  return { id: found, claims, secondFactor };
}
