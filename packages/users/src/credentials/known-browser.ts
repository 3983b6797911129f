import { createHash, randomBytes } from 'node:crypto';
import { type PageCookie, text } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

type Vault = IdentityPluginHost['vault'];
type Cookies = (name: string) => string | undefined;

const name = 'identity-known';
const purpose = 'known-browser';
const lifeSeconds = 180 * 24 * 60 * 60;
/** A family may share a browser, and some users have two accounts. */
const maxAccounts = 5;
/** Far more than five accounts need. */
const maxCookieLength = 2048;

const Known = z.object({
  /** Identifies the browser; attempts are counted under it. */
  id: text(64),
  accounts: z.array(z.object({ userId: z.uuid(), password: text(64), until: z.int() })).max(maxAccounts),
});

/** A browser in which users have signed in before, read from its cookie. */
export type KnownBrowser = z.output<typeof Known>;

/**
 * Reads the cookie of a known browser. It is encrypted with the deployment's secret, so it reveals nothing and cannot be
 * forged. It grants no access: it only gives the browser a separate counter for the accounts it was made for.
 */
export function readKnownBrowser(vault: Vault, cookie: Cookies): KnownBrowser | undefined {
  const sealed = cookie(name);
  if (!sealed || sealed.length > maxCookieLength) return undefined;
  try {
    const plain = vault.open(purpose, Buffer.from(sealed, 'base64url'));
    return Known.parse(JSON.parse(Buffer.from(plain).toString()));
  } catch {
    return undefined;
  }
}

/** The key under which attempts of this browser at this account are counted; undefined if the browser is not known to the account. */
export function browserKeyOf(
  browser: KnownBrowser | undefined,
  user: { id: string; passwordHash: string | null } | null,
): string | undefined {
  if (!browser || !user) return undefined;
  const password = markOf(user.passwordHash);
  const known = browser.accounts.find((account) => account.userId === user.id);
  // After a password change the browser is unknown again: perhaps the password was changed because of its user.
  return known?.password === password && known.until > Date.now() ? `${browser.id}\n${user.id}` : undefined;
}

/**
 * Whether the browser is known to the account of an email. A browser that is known to no account is not looked up; any other
 * one is, so that the time says nothing about the email.
 */
export async function isKnownTo(
  db: Database,
  browser: KnownBrowser | undefined,
  normalizedEmail: string,
): Promise<boolean> {
  if (!browser) return false;
  const select = { id: true, passwordHash: true };
  return browserKeyOf(browser, await db.user.findUnique({ where: { normalizedEmail }, select })) !== undefined;
}

/**
 * The cookie that makes a browser known to one more account. `mark` identifies the password that was just entered; without it,
 * the stored password is read.
 */
export async function knownBrowserCookies(
  { db, vault }: { db: Database; vault: Vault },
  cookie: Cookies,
  { userId, mark }: { userId: string; mark?: unknown },
): Promise<PageCookie[]> {
  const password = typeof mark === 'string' ? mark : await findMark(db, userId);
  if (!password) return [];
  const { id, accounts } = readKnownBrowser(vault, cookie) ?? {
    id: randomBytes(16).toString('base64url'),
    accounts: [],
  };
  const account = { userId, password, until: Date.now() + lifeSeconds * 1000 };
  const others = accounts.filter((other) => other.userId !== userId).slice(0, maxAccounts - 1);
  const known: KnownBrowser = { id, accounts: [account, ...others] };
  const value = Buffer.from(vault.seal(purpose, Buffer.from(JSON.stringify(known)))).toString('base64url');
  return [{ name, value, maxAgeSeconds: lifeSeconds }];
}

async function findMark(db: Database, id: string): Promise<string | undefined> {
  const user = await db.user.findUnique({ where: { id }, select: { passwordHash: true } });
  return user ? markOf(user.passwordHash) : undefined;
}

/** Of an account without a password, such as one that signs in with emailed codes. */
const noPassword = 'none';

/** Identifies a stored password. The hash is salted, so the same password set again gets another mark. */
export const markOf = (passwordHash: string | null) =>
  passwordHash === null ? noPassword : createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
