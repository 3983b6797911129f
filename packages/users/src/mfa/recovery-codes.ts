import { randomInt } from 'node:crypto';
import { hashOneTimeSecret } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** Enough for years of lost phones, few enough to write down. */
export const recoveryCodeCount = 10;

// Without 0, o, 1 and l, which are misread. 16 of 32 characters are 80 bits: no try ever finds one, so a fast hash will do.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 16;

/** Gives a person new recovery codes; the old ones end. They are kept by hash, so this is the one time they can be shown. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })) });
  return codes;
}

/** What a code is found by, however it was typed: in capitals, with or without spaces and hyphens. */
export function hashRecoveryCode(code: string): Uint8Array<ArrayBuffer> {
  return hashOneTimeSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/gu, ''));
}

function newRecoveryCode(): string {
  const characters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return characters.replaceAll(/(.{4})(?=.)/gu, '$1-');
}
