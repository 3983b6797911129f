import type { UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn } from '@org/identity-prisma';
import { type EnrolmentHost, requireEnrolment } from './enrolment-rule.js';
import { newTotpSecret, openTotpSecret, sealTotpSecret, totpUrl } from './totp.js';

type Services = Pick<IdentityPluginHost, 'db' | 'vault' | 'brand'>;

/** What a user needs to set up an authenticator app: a URL to scan, or a secret to type. */
export interface PendingTotp {
  url: string;
  secret: string;
}

/** Starts the set-up of an app from the account page; needs a fresh sign-in. Returns undefined if an app is already set up. */
export async function beginTotp(
  services: Services & EnrolmentHost,
  principal: Pick<UserPrincipal, 'userId' | 'sessionUid'>,
): Promise<PendingTotp | undefined> {
  const proof = await requireFreshSignIn(services.db, principal);
  await requireEnrolment(services, principal.userId, proof);
  return startTotp(services, principal.userId);
}

/** The same during a sign-in, or with an operator's link. A new secret replaces one that was never confirmed. */
export async function startTotp(services: Services, userId: string): Promise<PendingTotp | undefined> {
  const { db, vault } = services;
  const encryptedSecret = sealTotpSecret(vault, userId, newTotpSecret());
  // A caller who knows only the password must not be able to replace an app that is in use.
  const rows = await db.$executeRaw`
    INSERT INTO identity.totp AS t (user_id, encrypted_secret) VALUES (${userId}::uuid, ${encryptedSecret})
    ON CONFLICT (user_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret, created_at = now()
    WHERE t.confirmed_at IS NULL`;
  return rows === 0 ? undefined : findPendingTotp(services, userId);
}

/** The app that is being set up, to show it again after a wrong code. */
export async function findPendingTotp(
  { db, vault, brand }: Services,
  userId: string,
): Promise<PendingTotp | undefined> {
  const totp = await db.totp.findUnique({ where: { userId, confirmedAt: null }, include: { user: true } });
  if (!totp) return undefined;
  const secret = openTotpSecret(vault, userId, totp.encryptedSecret);
  return { secret, url: totpUrl({ secret, email: totp.user.email, productName: brand.productName }) };
}
