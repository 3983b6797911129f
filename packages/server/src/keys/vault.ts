import { createHmac } from 'node:crypto';
import type { Vault } from '@org/identity-core';
import { decrypt, encrypt } from './encrypt.js';
import { deriveKey, type Secrets, secretList } from './secrets.js';

/** The place of a plugin's value: no plugin can name a place of the server's own values. */
export const pluginPlace = (purpose: string) => `plugin:${purpose}`;

/** Encrypts and decrypts values of plugins with the server's secret. It cannot decrypt the server's own values. */
export function createVault(secret: Secrets): Vault {
  const keyOf = (place: string) => deriveKey(secretList(secret)[0], `digest of ${pluginPlace(place)}`);
  return {
    seal: (place, plain) => encrypt(secret, pluginPlace(place), plain),
    open: (place, sealed) => decrypt(secret, pluginPlace(place), sealed),
    digest: (place, text) => createHmac('sha256', keyOf(place)).update(text).digest('base64url'),
  };
}
