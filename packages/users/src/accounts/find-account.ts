import { type Account, isUuid } from '@org/identity-core';
import {
  type AccountRow,
  accountJson,
  activeUser,
  type IdentityPluginHost,
  lockUserRowShared,
  readSignInEpoch,
  run,
  statement,
  type Transaction,
  takeAccount,
} from '@org/identity-prisma';
import { type Brand, type Language, languageOf } from '@org/identity-ui';

/** The standard claims of each scope that a profile can have. */
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

// A prepared statement: every token and userinfo response needs it, unless it was read with the token.
const find = statement(
  'account_find',
  `SELECT ${accountJson} AS account FROM identity.users u WHERE u.id = $1 AND u.deleted_at IS NULL AND u.disabled_at IS NULL`,
);

/** Returns an account with all its claims; undefined if it is deleted or disabled. */
export async function findAccount(pool: IdentityPluginHost['pool'], id: string): Promise<Account | undefined> {
  if (!isUuid(id)) return undefined;
  const row = takeAccount(id) ?? (await run<{ account: AccountRow }>(pool, find, [id])).rows[0]?.account;
  if (!row) return undefined;
  const { id: found, secondFactor, ...claims } = row;
  return { id: found, claims, secondFactor };
}

/**
 * How often the account's credentials have changed. Waits for a change that is in progress: either we see it here, or it
 * starts later and ends the sessions that exist by then.
 */
export async function findSignInEpoch(pool: IdentityPluginHost['pool'], id: string): Promise<number | undefined> {
  return isUuid(id) ? readSignInEpoch(pool, id) : undefined;
}

/** The same in a transaction: delays changes until the end of it. */
export async function lockSignInEpoch(tx: Transaction, id: string): Promise<number | undefined> {
  return isUuid(id) ? (await lockUserRowShared(tx, id, activeUser))?.epoch : undefined;
}

/** The form in which emails are compared: upper case, lower case and Unicode forms make no difference. */
export function normalizeEmail(email: string): string {
  // Normalized twice, because lower-case letters can have a composed form that upper-case letters lack. A final sigma
  // counts as a sigma.
  return email.trim().normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}

/** What is written when a user has shown to receive mail at the email of the account. */
export const provenEmail = { emailVerified: true, emailToProve: false } as const;

/** Who a mail goes to, and in which language. */
export interface Recipient {
  readonly email: string;
  readonly language: Language;
  readonly brand: Brand;
}

/** The owner of an account, with the language of the account, or else that of the request. */
export function recipientOf(
  { email, locale }: { email: string; locale: string | null },
  otherwise: Language,
): Pick<Recipient, 'email' | 'language'> {
  return { email, language: languageOf(locale, otherwise) };
}
