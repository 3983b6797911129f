import type { StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

type Vault = IdentityPluginHost['vault'];

// An interaction belongs to one browser, by its cookie: what is sealed for it is useless elsewhere.
const purposeOf = ({ interactionUid, request }: StepView) => `mfa-enrolled:${interactionUid}:${request.userId ?? ''}`;

/** What the set-up has proven: the epoch with which the sign-in continues, and the methods. */
const Enrolment = z.object({ epoch: z.int(), amr: z.array(z.string()) });
type Enrolment = z.output<typeof Enrolment>;

/** The page with the recovery codes comes between the proof and the end of the sign-in. Its form says that there was one. */
export function sealEnrolment(vault: Vault, view: StepView, enrolment: Enrolment): string {
  return Buffer.from(vault.seal(purposeOf(view), Buffer.from(JSON.stringify(enrolment)))).toString('base64url');
}

/** The enrolment of this sign-in; undefined if the form was not made by it. */
export function openEnrolment(vault: Vault, view: StepView, sealed: string): Enrolment | undefined {
  try {
    return Enrolment.parse(
      JSON.parse(Buffer.from(vault.open(purposeOf(view), Buffer.from(sealed, 'base64url'))).toString()),
    );
  } catch {
    return undefined;
  }
}
