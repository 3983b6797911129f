import { encrypt } from '@org/identity-runtime/keys/secrets';
import { keysEncryptedBy } from '@org/identity-testing/stored-keys';

export { keySecret, letKeysAge, shortRsaKey } from '@org/identity-testing/stored-keys';

/** Adds an RSA key as version 0.1 stores it. */
export const addKey = keysEncryptedBy(encrypt);
