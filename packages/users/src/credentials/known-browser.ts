import { createHash, randomBytes } from 'node:crypto';
import type { PageCookie } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

type Vault = IdentityPluginHost['vault'];
type Cookies = (name: string) => string | undefined;

const name = 'identity-known';
const place = 'known-browser';
const lifeSeconds = 180 * 24 * 60 * 60;
/** A family shares a browser, and some people have two accounts. */
const mostAccounts = 5;
/** Far above what five accounts take. */
const longestCookie = 2048;

const Known = z.object({
  /** Names the browser; what it is counted under. */
  id: z.string().max(64),
  accounts: z.array(z.object({ userId: z.uuid(), password: z.string().max(64), until: z.int() })).max(mostAccounts),
});

/** A browser in which people have signed in before, as its cookie says. */
export type KnownBrowser = z.output<typeof Known>;

/**
 * Reads the cookie of a known browser. It is encrypted with the deployment's secret, so it reveals nothing and cannot be
 * made by others. It opens nothing: all it gives is a counter of its own, at the accounts it was made for.
 */
export function readKnownBrowser(vault: Vault, cookie: Cookies): KnownBrowser | undefined {
  const sealed = cookie(name);
  if (!sealed || sealed.length > longestCookie) return undefined;
  try {
    const plain = vault.open(place, Buffer.from(sealed, 'base64url'));
    return Known.parse(JSON.parse(Buffer.from(plain).toString()));
  } catch {
    return undefined;
  }
}

/** What tries in this browser at this account are counted under; undefined where the browser is not known to the account. */
export function browserKeyOf(
  browser: KnownBrowser | undefined,
  user: { id: string; passwordHash: string | null } | null,
): string | undefined {
  if (!browser || !user?.passwordHash) return undefined;
  const password = markOf(user.passwordHash);
  const known = browser.accounts.find((account) => account.userId === user.id);
  // With a new password the browser is a stranger again: whoever has the cookie may be who the password was changed for.
  return known?.password === password && known.until > Date.now() ? `${browser.id}\n${user.id}` : undefined;
}

/** The cookie that makes a browser known to one more account; none for an account without a password. */
export async function knownBrowserCookies(
  { db, vault }: { db: Database; vault: Vault },
  cookie: Cookies,
  userId: string,
): Promise<PageCookie[]> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!user?.passwordHash) return [];
  const { id, accounts } = readKnownBrowser(vault, cookie) ?? {
    id: randomBytes(16).toString('base64url'),
    accounts: [],
  };
  const account = { userId, password: markOf(user.passwordHash), until: Date.now() + lifeSeconds * 1000 };
  const others = accounts.filter((other) => other.userId !== userId).slice(0, mostAccounts - 1);
  const known: KnownBrowser = { id, accounts: [account, ...others] };
  const value = Buffer.from(vault.seal(place, Buffer.from(JSON.stringify(known)))).toString('base64url');
  return [{ name, value, maxAgeSeconds: lifeSeconds }];
}

/** Tells one stored password from another. The stored hash is salted, so a password that comes back is another one. */
const markOf = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
