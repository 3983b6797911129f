import type { StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

type Vault = IdentityPluginHost['vault'];

// The interaction belongs to one browser, by its cookie: what was sealed for it is worth nothing anywhere else.
const placeOf = ({ interactionUid, request }: StepView) => `mfa-enrolled:${interactionUid}:${request.userId ?? ''}`;

/** Between the first code and "I have kept them" lies a page: its form says that the code of this sign-in was right. */
export function sealEnrolment(vault: Vault, view: StepView, epoch: number): string {
  return Buffer.from(vault.seal(placeOf(view), Buffer.from(String(epoch)))).toString('base64url');
}

/** The epoch that the sign-in goes on with, or nothing when the form was not made by this sign-in. */
export function openEnrolment(vault: Vault, view: StepView, sealed: string): number | undefined {
  try {
    return Number(Buffer.from(vault.open(placeOf(view), Buffer.from(sealed, 'base64url'))).toString());
  } catch {
    return undefined;
  }
}
