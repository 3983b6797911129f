import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Database, longTransaction, type Transaction } from '@org/identity-prisma';
import type { JWK } from 'jose';
import { addMissingKeys, keysWithout } from './access-token-keys.js';
import { decrypt, encrypt } from './encrypt.js';
import { type KeyRow, keyTransaction, lockKeys, readKeyRows } from './key-rows.js';
import { addSigningKey, type KeyAlgorithm, keyTableOf, newSigningKey } from './new-signing-key.js';

/** Keys this process signs and verifies with. */
export interface Keys {
  /** The RSA key that signs now, first, and all others that are published; each before those that belong to it. */
  readonly signing: readonly SigningKey[];
  /** Published no longer: these only read the `id_token_hint` of a logout, which may be as old as the session. */
  readonly former: readonly JWK[];
  /** The newest signs cookies, all verify them. */
  readonly cookies: readonly string[];
}

export interface SigningKey {
  readonly kid: string;
  /** The RSA key that it belongs to: its own id for an RSA key. */
  readonly signingKid: string;
  readonly algorithm: string;
  readonly privateJwk: JWK;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The longest life of a token that the database knows it to have signed. */
  readonly tokenSeconds: number;
  /** True for an RSA key of a version that derived the keys of other algorithms from it. */
  readonly derivesKeys: boolean;
}

export interface LoadKeys {
  /** What was read last time: a key that is still there is not opened again. */
  readonly known?: readonly SigningKey[] | undefined;
  /** What access tokens are signed with (default RS256): each published RSA key gets a key of this algorithm. */
  readonly algorithm?: KeyAlgorithm | undefined;
}

/** Reads the keys and makes those that are missing; processes that start at once agree on them. */
export async function loadKeys(db: Database, secret: string, options: LoadKeys = {}): Promise<Keys> {
  const { known, algorithm = 'RS256' } = options;
  const existing = await readKeys(db, secret, known);
  const { active, signing, cookies } = existing;
  if (active && cookies.length > 0 && keysWithout(algorithm, signing).length === 0) return existing;
  const decide = async (tx: Transaction) => {
    await lockKeys(tx);
    // Looked at again under the lock: another process may have made them meanwhile.
    const { active, cookies } = await readKeys(tx, secret, known);
    if (!active) await addSigningKey(tx, await newSigningKey(secret), 0);
    if (cookies.length === 0) await createCookieKey(tx, secret);
    const keys = await readKeys(tx, secret, known);
    // Others wait for the lock: nothing is read again unless something was added.
    if (keysWithout(algorithm, keys.signing).length === 0) return keys;
    await addMissingKeys(tx, { secret, algorithm, signing: keys.signing });
    return readKeys(tx, secret, known);
  };
  return longTransaction(db, decide, keyTransaction);
}

/** The keys as they are stored, possibly none. */
export async function readKeys(
  db: Database | Transaction,
  secret: string,
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
      'The keys in the database were encrypted with another secret. Start with the secret this database was first used with.',
      { cause },
    );
  }
}

function openKey(row: KeyRow, secret: string, known: readonly SigningKey[]): SigningKey {
  const { kid, signingKid, algorithm, tokenSeconds, derivesKeys } = row;
  // The very objects of last time: what signs with them remembers them in its own form.
  const same = known.find((key) => key.kid === kid);
  if (same) return { ...same, tokenSeconds };
  const privateJwk = JSON.parse(
    decrypt(secret, `${keyTableOf(algorithm)}/${kid}`, row.encryptedPrivateJwk).toString('utf8'),
  ) as JWK;
  const privateKey = createPrivateKey({ key: privateJwk as Record<string, string>, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  return { kid, signingKid, algorithm, privateJwk, privateKey, publicKey, tokenSeconds, derivesKeys };
}

async function createCookieKey(tx: Transaction, secret: string): Promise<void> {
  const { id } = await tx.cookieKey.create({ data: { encryptedValue: new Uint8Array() } });
  const value = Buffer.from(randomBytes(32).toString('base64url'));
  await tx.cookieKey.update({ where: { id }, data: { encryptedValue: encrypt(secret, `cookie_keys/${id}`, value) } });
}
