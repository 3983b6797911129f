import type { Vault } from '@org/identity-core';
import { decrypt, encrypt } from './encrypt.js';

/** Encrypts and decrypts values of plugins with the server's secret. It cannot decrypt the server's own values. */
export function createVault(secret: string): Vault {
  const placeOf = (place: string) => `plugin:${place}`;
  return {
    seal: (place, plain) => encrypt(secret, placeOf(place), plain),
    open: (place, sealed) => decrypt(secret, placeOf(place), sealed),
  };
}
