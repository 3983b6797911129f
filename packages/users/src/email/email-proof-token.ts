import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

type Vault = IdentityPluginHost['vault'];

const minutes = 60;
/** Far more than the answer of a sign-in needs. */
const maxLength = 4096;

const HeldSignIn = z.object({
  /** With which the sign-in goes on once the email is proven. */
  answer: z.looseObject({ accountId: z.uuid() }),
  normalizedEmail: z.string(),
  until: z.int(),
});
type HeldSignIn = z.output<typeof HeldSignIn>;

/** `page`: the user has proven the account. `mail`: the user has opened the mailed link as well. */
type Proves = 'page' | 'mail';

// An interaction belongs to one browser, by its cookie. Somebody else who has the password cannot make the owner of the
// mailbox prove the email for them: the link works in no other browser.
const purposeOf = (proves: Proves, interactionUid: string) => `email-proof:${proves}:${interactionUid}`;

/** Seals a sign-in that waits for the proof of the email, for the form of the page or for the mailed link. */
export function sealHeld(
  vault: Vault,
  proves: Proves,
  interactionUid: string,
  held: Omit<HeldSignIn, 'until'>,
  now = Date.now(),
): string {
  const text = JSON.stringify({ ...held, until: now + minutes * 60_000 });
  return Buffer.from(vault.seal(purposeOf(proves, interactionUid), Buffer.from(text))).toString('base64url');
}

/** The sign-in; undefined if the text was not sealed for this purpose and interaction, or is too old. */
export function openHeld(
  vault: Vault,
  proves: Proves,
  interactionUid: string,
  sealed: string,
  now = Date.now(),
): HeldSignIn | undefined {
  if (sealed.length > maxLength) return undefined;
  try {
    const plain = vault.open(purposeOf(proves, interactionUid), Buffer.from(sealed, 'base64url'));
    const held = HeldSignIn.parse(JSON.parse(Buffer.from(plain).toString()));
    return held.until > now ? held : undefined;
  } catch {
    return undefined;
  }
}
