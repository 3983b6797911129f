import { randomBytes } from 'node:crypto';
import type { Vault } from '@org/identity-core';

/** What Standard Webhooks puts before a secret. The rest is base64. */
const prefix = 'whsec_';

/** What a webhook stores of its secrets. */
export interface StoredSecrets {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly oldSecret: Uint8Array | null;
  readonly oldSecretUntil: Date | null;
}

/** A new secret, as its receiver gets it. */
export function createSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The secret as it is stored. */
export function sealSecret(vault: Vault, webhookId: string, secret: string): Uint8Array<ArrayBuffer> {
  return vault.seal(purposeOf(webhookId), Buffer.from(secret.slice(prefix.length), 'base64'));
}

/** The keys that sign a delivery: the secret and, until its time is over, the one before it. */
export function signingKeys(vault: Vault, stored: StoredSecrets, now = new Date()): Uint8Array[] {
  const { id, secret, oldSecret, oldSecretUntil } = stored;
  const old = oldSecret && oldSecretUntil && oldSecretUntil > now ? [oldSecret] : [];
  return [secret, ...old].map((sealed) => vault.open(purposeOf(id), sealed));
}

/** As in `sealed` of the plugin. */
const purposeOf = (webhookId: string) => `webhook:${webhookId}`;
