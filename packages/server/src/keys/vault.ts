import { createHmac } from 'node:crypto';
import type { Vault } from '@org/identity-core';
import { decrypt, encrypt } from './encrypt.js';
import { deriveKey, type Secrets, secretList } from './secrets.js';

/** The purpose of a plugin's value: no plugin can use a purpose of the server's own values. */
export const pluginPurpose = (purpose: string) => `plugin:${purpose}`;

/** Encrypts and decrypts values of plugins with the server's secret. It cannot decrypt the server's own values. */
export function createVault(secret: Secrets): Vault {
  const keyOf = (purpose: string) => deriveKey(secretList(secret)[0], `digest of ${pluginPurpose(purpose)}`);
  return {
    seal: (purpose, plain) => encrypt(secret, pluginPurpose(purpose), plain),
    open: (purpose, sealed) => decrypt(secret, pluginPurpose(purpose), sealed),
    digest: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest('base64url'),
  };
}
