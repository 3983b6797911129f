import { type DataCheck, rowCheck, sqlCheck } from '@org/identity-core';
import type { JWK } from 'jose';
import { keyTableOf, publicPart } from '../keys/new-signing-key.js';
import type { Secrets } from '../keys/secrets.js';
import { decrypt } from '../keys/secrets.js';

/** Looks for the key that signs, and the one that signs cookies. */
export const checkActiveKey = sqlCheck({
  name: 'active-key',
  rule: 'Exactly one key signs tokens until another is announced, and a key signs cookies.',
  advice: 'Start a server: it creates a missing key. If there are two, run: identity-server keys rotate --compromised',
  sql: `SELECT 'no key signs tokens' AS id WHERE NOT EXISTS (
      SELECT FROM identity.signing_keys
      WHERE active_from <= now() AND (published_until IS NULL OR published_until > now()))
    UNION ALL
    SELECT kid FROM (SELECT kid, count(*) OVER () AS keys FROM identity.signing_keys WHERE published_until IS NULL) lasting
    WHERE keys > 1
    UNION ALL
    SELECT 'no key signs cookies' WHERE NOT EXISTS (SELECT FROM identity.cookie_keys)`,
});

interface StoredKey {
  kid: string;
  algorithm: string;
  public_jwk: JWK;
  encrypted_private_jwk: Buffer;
  former: boolean;
}

const advice = 'Set IDENTITY_SECRET to the secret of this database. If it is lost, see "the secret" in operating.md.';

/** Decrypts every key that signs or has signed tokens, and compares it with its public half. */
export function checkSigningKeys(secret: Secrets): DataCheck {
  return rowCheck<StoredKey>({
    name: 'signing-keys',
    rule: 'Every key that signs tokens can be decrypted and belongs to its published half.',
    advice,
    // The private half of a key that is no longer published is erased.
    sql: `SELECT kid, algorithm, public_jwk, encrypted_private_jwk, published_until <= now() AS former
        FROM identity.signing_keys
      UNION ALL
      SELECT kid, algorithm, public_jwk, encrypted_private_jwk, false FROM identity.access_token_keys`,
    idOf: ({ kid }) => kid,
    isSound: (key) => (key.former && key.encrypted_private_jwk.length === 0) || isWholeKey(secret, key),
  });
}

function isWholeKey(secret: Secrets, key: StoredKey): boolean {
  try {
    const plain = decrypt(secret, `${keyTableOf(key.algorithm)}/${key.kid}`, key.encrypted_private_jwk);
    const own = publicPart(JSON.parse(plain.toString('utf8')) as JWK);
    return (['kty', 'n', 'e', 'crv', 'x', 'y'] as const).every((name) => own[name] === key.public_jwk[name]);
  } catch {
    return false;
  }
}

/** Decrypts every key that signs cookies. */
export function checkCookieKeys(secret: Secrets): DataCheck {
  return rowCheck<{ id: string; encrypted_value: Buffer }>({
    name: 'cookie-keys',
    rule: 'Every key that signs cookies can be decrypted.',
    advice,
    sql: 'SELECT id, encrypted_value FROM identity.cookie_keys',
    idOf: ({ id }) => id,
    isSound({ id, encrypted_value: value }) {
      try {
        return decrypt(secret, `cookie_keys/${id}`, value).length > 0;
      } catch {
        return false;
      }
    },
  });
}
