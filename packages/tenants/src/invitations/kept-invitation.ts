import type { PageCookie } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

type Vault = IdentityPluginHost['vault'];

const name = 'identity-invitation';
const purpose = 'invitation-to-continue';
// As long as a sign-in can take.
const maxAgeSeconds = 60 * 60;

/** Where a user continues who has to sign in before they can accept. */
export const continuePath = '/invitations/continue';

/** Keeps the secret of an invitation in the browser during a sign-in: a URL of the sign-in could be logged. */
export function keepInvitation(vault: Vault, secret: string): PageCookie {
  return { name, value: Buffer.from(vault.seal(purpose, Buffer.from(secret))).toString('base64url'), maxAgeSeconds };
}

export const forgetInvitation: PageCookie = { name, value: undefined, maxAgeSeconds: 0 };

/** The secret that the browser has kept, if there is one. */
export function readInvitation(vault: Vault, cookie: (name: string) => string | undefined): string | undefined {
  const sealed = cookie(name);
  if (sealed === undefined) return undefined;
  try {
    return Buffer.from(vault.open(purpose, Buffer.from(sealed, 'base64url'))).toString();
  } catch {
    return undefined;
  }
}
