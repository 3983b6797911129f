import type { Vault } from '@org/identity-core';
import { decrypt, encrypt } from './encrypt.js';
import type { Secrets } from './secrets.js';

/** The place of a plugin's value: no plugin can name a place of the server's own values. */
export const pluginPlace = (purpose: string) => `plugin:${purpose}`;

/** Encrypts and decrypts values of plugins with the server's secret. It cannot decrypt the server's own values. */
export function createVault(secret: Secrets): Vault {
  return {
    seal: (place, plain) => encrypt(secret, pluginPlace(place), plain),
    open: (place, sealed) => decrypt(secret, pluginPlace(place), sealed),
  };
}
