import { keysEncryptedBy } from '@org/identity-testing/stored-keys';
import { encrypt } from '../../src/keys/secrets.js';

export { keySecret, letKeysAge, shortRsaKey } from '@org/identity-testing/stored-keys';

/** Adds an RSA key as version 0.1 stores it. */
export const addKey = keysEncryptedBy(encrypt);
