import { forbidden, IdentityError, isLoopback } from '@org/identity-core';
import type { Database, IdentityPluginHost, LockedUser } from '@org/identity-prisma';

/**
 * What stands behind a new second factor: a sign-in, with whether its session has passed a second factor, or a link that an
 * operator has made.
 */
export type EnrolmentProof = { readonly secondFactor: boolean } | { readonly link: Uint8Array<ArrayBuffer> };

export interface EnrolmentHost {
  readonly issuer: string;
  readonly accounts: Pick<IdentityPluginHost['accounts'], 'passwordSignIn' | 'emailCodes'>;
}

type Account = Pick<LockedUser, 'superAdmin' | 'mfaEnabled'>;

/**
 * Whether this account may get a second factor. Everyone may add one after a sign-in, but a super admin only with a second
 * factor: whoever knows the password, or reads the mail, could otherwise make one and have all rights. The first one needs an
 * operator's link. It does not on a developer's machine, nor where nobody has a password or gets codes: there another
 * provider checks who signs in.
 */
export function mayEnrol({ issuer, accounts }: EnrolmentHost, account: Account, proof: EnrolmentProof): boolean {
  const byProviders = !accounts.passwordSignIn && !accounts.emailCodes;
  if (!account.superAdmin || byProviders || isLoopback(new URL(issuer).hostname)) return true;
  return 'link' in proof ? !account.mfaEnabled : account.mfaEnabled && proof.secondFactor;
}

/** Throws if the account may not get a second factor. Asked before the set-up begins; the set-up itself asks again. */
export async function requireEnrolment(
  host: EnrolmentHost & { readonly db: Database },
  userId: string,
  proof: EnrolmentProof,
): Promise<void> {
  const select = { superAdmin: true, mfaEnabled: true };
  const account = await host.db.user.findUnique({ where: { id: userId }, select });
  if (account && !mayEnrol(host, account, proof)) throw needsOperator();
}

/** The error for a super admin who has to ask an operator for a link. */
export function needsOperator(): IdentityError {
  const { code, message } = forbidden("A super admin's first second factor needs a link from an operator.");
  return new IdentityError(code, message, { reason: 'needs-operator' });
}
