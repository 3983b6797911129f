import type { PageCookie } from '@org/identity-core';
import { type IdentityPluginHost, isInteractionOpen } from '@org/identity-prisma';

/** Whether a text has the form of an interaction id, and may be part of a URL. */
export const isInteractionUid = (text: string): boolean => /^[\w-]{1,64}$/u.test(text);

/**
 * Tells our other pages that this browser has started the sign-in; the cookies of the sign-in itself are limited to its
 * path. Set only after those cookies were checked. It grants no access, because they are checked again there.
 */
export const browserSignInCookie = (interactionUid: string): PageCookie => ({
  name: cookieName(interactionUid),
  value: '1',
  maxAgeSeconds: 60 * 60,
});

/** The URL of a sign-in that this browser has started; undefined if it is not open any more. */
export async function findBrowserSignIn(
  { pool }: Pick<IdentityPluginHost, 'pool'>,
  cookie: (name: string) => string | undefined,
  interactionUid: string | null,
): Promise<string | undefined> {
  if (interactionUid === null || !isInteractionUid(interactionUid)) return undefined;
  if (cookie(cookieName(interactionUid)) === undefined) return undefined;
  return (await isInteractionOpen(pool, interactionUid)) ? `/interaction/${interactionUid}` : undefined;
}

const cookieName = (interactionUid: string) => `identity-sign-in-${interactionUid}`;
