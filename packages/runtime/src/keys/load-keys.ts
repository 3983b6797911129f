import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { type Database, longTransaction, type Transaction } from '@org/identity-prisma';
import type { JWK } from 'jose';
import { addMissingKeys, keysWithout } from './access-token-keys.js';
import { type KeyRow, keyTransaction, lockKeys, readKeyRows } from './key-rows.js';
import { addSigningKey, type KeyAlgorithm, keyTableOf, newSigningKey } from './new-signing-key.js';
import type { Secrets } from './secrets.js';
import { decrypt, encrypt } from './secrets.js';
import type { SigningKey } from './signing-key.js';

/** The keys that this process signs and verifies with. */
export interface Keys {
  /** All published keys: the active RSA key first, each RSA key before the keys that belong to it. */
  readonly signing: readonly SigningKey[];
  /** No longer published. These only verify the `id_token_hint` of a logout, which may be as old as the session. */
  readonly former: readonly JWK[];
  /** The newest signs cookies, all verify them. */
  readonly cookies: readonly string[];
}

export interface LoadKeys {
  /** The keys of the last read. Those that still exist are not decrypted again. */
  readonly known?: readonly SigningKey[] | undefined;
  /** The algorithm of access tokens (default RS256). Each published RSA key gets a key of this algorithm. */
  readonly algorithm?: KeyAlgorithm | undefined;
}

/** Reads the keys and creates missing ones. Processes that start at the same time get the same keys. */
export async function loadKeys(db: Database, secret: Secrets, options: LoadKeys = {}): Promise<Keys> {
  const { known, algorithm = 'RS256' } = options;
  const existing = await readKeys(db, secret, known);
  const { active, signing, cookies } = existing;
  if (active && cookies.length > 0 && keysWithout(algorithm, signing).length === 0) return existing;
  const decide = async (tx: Transaction) => {
    await lockKeys(tx);
    // Read again with the lock: another process may have created them meanwhile.
    const { active, cookies } = await readKeys(tx, secret, known);
    if (!active) await addSigningKey(tx, await newSigningKey(secret), 0);
    if (cookies.length === 0) await createCookieKey(tx, secret);
    const keys = await readKeys(tx, secret, known);
    // Other processes wait for the lock, so read again only if keys are added.
    if (keysWithout(algorithm, keys.signing).length === 0) return keys;
    await addMissingKeys(tx, { secret, algorithm, signing: keys.signing });
    return readKeys(tx, secret, known);
  };
  return longTransaction(db, decide, keyTransaction);
}

/** Reads the stored keys. There may be none. */
export async function readKeys(
  db: Database | Transaction,
  secret: Secrets,
  known: readonly SigningKey[] = [],
): Promise<Keys & { active: boolean }> {
  const rows = await readKeyRows(db);
  const cookieRows = await db.cookieKey.findMany({ orderBy: { createdAt: 'desc' } });
  try {
    return {
      active: rows[0]?.state === 'active',
      signing: rows.filter(({ state }) => state !== 'former').map((row) => openKey(row, secret, known)),
      former: rows.filter(({ state }) => state === 'former').map(({ publicJwk }) => publicJwk as JWK),
      cookies: cookieRows.map((row) => decrypt(secret, `cookie_keys/${row.id}`, row.encryptedValue).toString('utf8')),
    };
  } catch (cause) {
    throw new Error(
      'The keys in the database were encrypted with another secret. Start with the secret this database was first used with; after an unfinished rotation, also with the former one in "otherSecrets" (IDENTITY_OTHER_SECRETS).',
      { cause },
    );
  }
}

function openKey(row: KeyRow, secret: Secrets, known: readonly SigningKey[]): SigningKey {
  const { kid, signingKid, algorithm, tokenSeconds, derivesKeys } = row;
  // Reuse the same key objects: Node.js and jose cache their own form of them.
  const same = known.find((key) => key.kid === kid);
  if (same) return { ...same, tokenSeconds };
  const privateJwk = JSON.parse(
    decrypt(secret, `${keyTableOf(algorithm)}/${kid}`, row.encryptedPrivateJwk).toString('utf8'),
  ) as JWK;
  const privateKey = createPrivateKey({ key: privateJwk as Record<string, string>, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  return { kid, signingKid, algorithm, privateJwk, privateKey, publicKey, tokenSeconds, derivesKeys };
}

async function createCookieKey(tx: Transaction, secret: Secrets): Promise<void> {
  const { id } = await tx.cookieKey.create({ data: { encryptedValue: new Uint8Array() } });
  const value = Buffer.from(randomBytes(32).toString('base64url'));
  await tx.cookieKey.update({ where: { id }, data: { encryptedValue: encrypt(secret, `cookie_keys/${id}`, value) } });
}
