import type { Signer } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { keepPublished } from './keep-published.js';
import type { Keys } from './load-keys.js';
import { signJwt } from './sign-jwt.js';

/** The types of JWTs that the server or oidc-provider signs or accepts itself. */
const ownTypes = new Set([
  'at+jwt',
  'dpop+jwt',
  'logout+jwt',
  'oauth-authz-req+jwt',
  'secevent+jwt',
  'token-introspection+jwt',
]);
const typePattern = /^[a-z\d]+(?:-[a-z\d]+)*\+jwt$/u;

export interface SignerParts {
  db: Database;
  issuer: string;
  /** The keys at this moment. */
  keys: () => Pick<Keys, 'signing'>;
}

/** Signs JWTs of plugins with the active RSA key. */
export function createSigner({ db, issuer, keys }: SignerParts): Signer {
  return {
    async prepare({ typ, seconds = 0 }) {
      if (!typePattern.test(typ) || ownTypes.has(typ))
        throw new TypeError(
          `A plugin cannot sign JWTs of the type "${typ}": choose one of its own, such as "report+jwt".`,
        );
      // The active RSA key is the first one, whatever the algorithm of access tokens is.
      const [key] = keys().signing;
      if (!key) throw new Error('There is no signing key.');
      await keepPublished(db, key, seconds);
      return ({ iss: _own, ...claims }) => signJwt(typ, { iss: issuer, ...claims }, key);
    },
  };
}
