import type { PageCookie } from '@org/identity-core';
import { type IdentityPluginHost, isInteractionOpen } from '@org/identity-prisma';

/** Whether a text can name a sign-in at all: nothing else becomes part of an address. */
export const isInteractionUid = (text: string): boolean => /^[\w-]{1,64}$/u.test(text);

/**
 * Tells our other pages that this browser has begun a sign-in: the cookies of the sign-in itself belong to its own path.
 * Only set where those have been checked; and as they are checked again there, it opens nothing.
 */
export const ownSignInCookie = (interactionUid: string): PageCookie => ({
  name: cookieName(interactionUid),
  value: '1',
  maxAgeSeconds: 60 * 60,
});

/** The address of a sign-in that this browser has begun, as long as it is under way. */
export async function findOwnSignIn(
  { pool }: Pick<IdentityPluginHost, 'pool'>,
  cookie: (name: string) => string | undefined,
  interactionUid: string | null,
): Promise<string | undefined> {
  if (interactionUid === null || !isInteractionUid(interactionUid)) return undefined;
  if (cookie(cookieName(interactionUid)) === undefined) return undefined;
  return (await isInteractionOpen(pool, interactionUid)) ? `/interaction/${interactionUid}` : undefined;
}

const cookieName = (interactionUid: string) => `identity-sign-in-${interactionUid}`;
