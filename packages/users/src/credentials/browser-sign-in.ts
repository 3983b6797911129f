import type { PageCookie } from '@org/identity-core';
import { type IdentityPluginHost, isInteractionOpen } from '@org/identity-prisma';

/** Whether a text has the form of an interaction id, and may be part of a URL. */
export const isInteractionUid = (text: string): boolean => /^[\w-]{1,64}$/u.test(text);

/**
 * Tells our other pages that this browser has started the sign-in; the cookies of the sign-in itself are limited to its
 * path. Set only after those cookies were checked. It grants no access, because they are checked again there.
 */
export const browserSignInCookie = (interactionUid: string, value = '1'): PageCookie => ({
  name: cookieName(interactionUid),
  value,
  maxAgeSeconds: 60 * 60,
});

type Vault = IdentityPluginHost['vault'];
type Cookies = (name: string) => string | undefined;

/**
 * The same cookie with the email that the user has typed, so that the next page of this sign-in shows it. It is sealed, and in
 * no URL, because URLs are logged.
 */
export function typedEmailCookie(vault: Vault, interactionUid: string, email = ''): PageCookie {
  const typed = email.trim();
  if (typed === '' || typed.length > maxEmail) return browserSignInCookie(interactionUid);
  const sealed = vault.seal(purposeOf(interactionUid), Buffer.from(typed));
  return browserSignInCookie(interactionUid, Buffer.from(sealed).toString('base64url'));
}

/** The email that the user has typed in this sign-in; undefined if there is none. */
export function readTypedEmail(vault: Vault, cookie: Cookies, interactionUid: string | undefined): string | undefined {
  const value = interactionUid === undefined ? undefined : cookie(cookieName(interactionUid));
  if (interactionUid === undefined || value === undefined || value === '1' || value.length > maxCookie)
    return undefined;
  try {
    return Buffer.from(vault.open(purposeOf(interactionUid), Buffer.from(value, 'base64url'))).toString();
  } catch {
    return undefined;
  }
}

const maxEmail = 320;
/** Far more than a sealed email needs. */
const maxCookie = 2048;
const purposeOf = (interactionUid: string) => `typed-email:${interactionUid}`;

/** The URL of a sign-in that this browser has started; undefined if it is not open any more. */
export async function findBrowserSignIn(
  { pool }: Pick<IdentityPluginHost, 'pool'>,
  cookie: Cookies,
  interactionUid: string | null,
): Promise<string | undefined> {
  if (interactionUid === null || !isInteractionUid(interactionUid)) return undefined;
  if (cookie(cookieName(interactionUid)) === undefined) return undefined;
  return (await isInteractionOpen(pool, interactionUid)) ? `/interaction/${interactionUid}` : undefined;
}

const cookieName = (interactionUid: string) => `identity-sign-in-${interactionUid}`;
