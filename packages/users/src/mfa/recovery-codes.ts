import { randomInt } from 'node:crypto';
import { hashOneTimeSecret } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** Enough for years, and few enough to write down. */
export const recoveryCodeCount = 10;

// Without 0, o, 1 and l, which are easily misread. 16 of 32 characters are 80 bits: they cannot be guessed, so a fast hash is enough.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 16;

/** Creates new recovery codes; the old ones become invalid. Only hashes are stored, so the codes can be shown only now. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })) });
  return codes;
}

/** The hash of a code, whether it was typed in capitals, or with spaces and hyphens. */
export function hashRecoveryCode(code: string): Uint8Array<ArrayBuffer> {
  return hashOneTimeSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/gu, ''));
}

function newRecoveryCode(): string {
  const characters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return characters.replaceAll(/(.{4})(?=.)/gu, '$1-');
}
