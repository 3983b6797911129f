import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

type Vault = IdentityPluginHost['vault'];

interface Link {
  readonly userId: string;
  readonly secretHash: Uint8Array;
}

/** Time to install an app and scan the code. */
const minutes = 15;
const Proof = z.object({ epoch: z.int(), until: z.number() });

const purposeOf = ({ userId, secretHash }: Link) =>
  `second-factor-link:${userId}:${Buffer.from(secretHash).toString('base64url')}`;

/** A hidden field that proves that the password was entered for this link. */
export function sealProof(vault: Vault, link: Link, epoch: number): string {
  const proof = { epoch, until: Date.now() + minutes * 60 * 1000 };
  return Buffer.from(vault.seal(purposeOf(link), Buffer.from(JSON.stringify(proof)))).toString('base64url');
}

/** The sign-in epoch at which the password was checked; undefined if it was not, or too long ago. */
export function openProof(vault: Vault, link: Link, sealed: string | undefined): number | undefined {
  if (sealed === undefined) return undefined;
  try {
    const plain = Buffer.from(vault.open(purposeOf(link), Buffer.from(sealed, 'base64url'))).toString();
    const { epoch, until } = Proof.parse(JSON.parse(plain));
    return until > Date.now() ? epoch : undefined;
  } catch {
    return undefined;
  }
}

/** Where the challenge of a new passkey is valid: behind this link. */
export const passkeyPurposeOf = (link: Link) => `add-passkey:${purposeOf(link)}`;
