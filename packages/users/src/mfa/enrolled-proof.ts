import type { StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

type Vault = IdentityPluginHost['vault'];

// An interaction belongs to one browser, by its cookie: what is sealed for it is useless elsewhere.
const purposeOf = ({ interactionUid, request }: StepView) => `mfa-enrolled:${interactionUid}:${request.userId ?? ''}`;

/** The page with the recovery codes comes between the first code and the end of the sign-in. Its form proves that the code was correct. */
export function sealEnrolment(vault: Vault, view: StepView, epoch: number): string {
  return Buffer.from(vault.seal(purposeOf(view), Buffer.from(String(epoch)))).toString('base64url');
}

/** The epoch with which the sign-in continues; undefined if the form was not made by this sign-in. */
export function openEnrolment(vault: Vault, view: StepView, sealed: string): number | undefined {
  try {
    return Number(Buffer.from(vault.open(purposeOf(view), Buffer.from(sealed, 'base64url'))).toString());
  } catch {
    return undefined;
  }
}
