import type { Vault } from '@org/identity-core';
import { decrypt, encrypt } from './encrypt.js';

/** What plugins seal with the deployment's secret; never what the server itself has sealed. */
export function createVault(secret: string): Vault {
  const placeOf = (place: string) => `plugin:${place}`;
  return {
    seal: (place, plain) => encrypt(secret, placeOf(place), plain),
    open: (place, sealed) => decrypt(secret, placeOf(place), sealed),
  };
}
