import type { UserPrincipal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { requireFreshSignIn } from './require-fresh-sign-in.js';
import { newTotpSecret, totpAddress } from './totp.js';
import { openTotpSecret, sealTotpSecret } from './totp-secret.js';

type Services = Pick<IdentityPluginHost, 'db' | 'vault' | 'brand'>;

/** What a person needs to set up an authenticator app: to scan, or to type. */
export interface PendingTotp {
  address: string;
  secret: string;
}

/** Begins to set up an app from the account page; needs a fresh sign-in. Nothing when one is set up already. */
export async function beginTotp(
  services: Services,
  principal: Pick<UserPrincipal, 'userId' | 'sessionUid'>,
): Promise<PendingTotp | undefined> {
  await requireFreshSignIn(services.db, principal);
  return startTotp(services, principal.userId);
}

/** The same for somebody who is just signing in. A newer secret replaces one that was never confirmed. */
export async function startTotp(services: Services, userId: string): Promise<PendingTotp | undefined> {
  const { db, vault } = services;
  const encryptedSecret = sealTotpSecret(vault, userId, newTotpSecret());
  // Whoever knows only the password must not be able to replace an app that is in use.
  const rows = await db.$executeRaw`
    INSERT INTO identity.totp AS t (user_id, encrypted_secret) VALUES (${userId}::uuid, ${encryptedSecret})
    ON CONFLICT (user_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret, created_at = now()
    WHERE t.confirmed_at IS NULL`;
  return rows === 0 ? undefined : findPendingTotp(services, userId);
}

/** The app that is being set up, to show it once more after a wrong code. */
export async function findPendingTotp(
  { db, vault, brand }: Services,
  userId: string,
): Promise<PendingTotp | undefined> {
  const totp = await db.totp.findUnique({ where: { userId, confirmedAt: null }, include: { user: true } });
  if (!totp) return undefined;
  const secret = openTotpSecret(vault, userId, totp.encryptedSecret);
  return { secret, address: totpAddress({ secret, email: totp.user.email, productName: brand.productName }) };
}
