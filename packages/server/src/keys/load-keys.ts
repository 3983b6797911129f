import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Database, longTransaction, type Transaction } from '@org/identity-prisma';
import type { JWK } from 'jose';
import { decrypt, encrypt } from './encrypt.js';
import { type KeyRow, keyTransaction, lockKeys, readKeyRows } from './key-rows.js';
import { addSigningKey, newSigningKey } from './new-signing-key.js';

/** Keys this process signs and verifies with. */
export interface Keys {
  /** The key that signs now, first, and all others that are published. */
  readonly signing: readonly SigningKey[];
  /** Published no longer: these only read the `id_token_hint` of a logout, which may be as old as the session. */
  readonly former: readonly JWK[];
  /** The newest signs cookies, all verify them. */
  readonly cookies: readonly string[];
}

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateJwk: JWK;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The longest life of a token that the database knows it to have signed. */
  readonly tokenSeconds: number;
}

/** Reads the keys, making the first ones when there are none; processes that start at once agree on them. */
export async function loadKeys(db: Database, secret: string, known: readonly SigningKey[] = []): Promise<Keys> {
  const existing = await readKeys(db, secret, known);
  if (isComplete(existing)) return existing;
  const decide = async (tx: Transaction) => {
    await lockKeys(tx);
    // Looked at again under the lock: another process may have made them meanwhile.
    const { active, cookies } = await readKeys(tx, secret, known);
    if (!active) await addSigningKey(tx, await newSigningKey(secret), 0);
    if (cookies.length === 0) await createCookieKey(tx, secret);
    return readKeys(tx, secret, known);
  };
  return longTransaction(db, decide, keyTransaction);
}

const isComplete = ({ active, cookies }: { active: boolean; cookies: readonly string[] }) =>
  active && cookies.length > 0;

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
  const { kid, algorithm, tokenSeconds } = row;
  // The very objects of last time: what signs with them remembers them in its own form.
  const same = known.find((key) => key.kid === kid);
  if (same) return { ...same, tokenSeconds };
  const privateJwk = JSON.parse(
    decrypt(secret, `signing_keys/${kid}`, row.encryptedPrivateJwk).toString('utf8'),
  ) as JWK;
  const privateKey = createPrivateKey({ key: privateJwk as Record<string, string>, format: 'jwk' });
  return { kid, algorithm, privateJwk, privateKey, publicKey: createPublicKey(privateKey), tokenSeconds };
}

async function createCookieKey(tx: Transaction, secret: string): Promise<void> {
  const { id } = await tx.cookieKey.create({ data: { encryptedValue: new Uint8Array() } });
  const value = Buffer.from(randomBytes(32).toString('base64url'));
  await tx.cookieKey.update({ where: { id }, data: { encryptedValue: encrypt(secret, `cookie_keys/${id}`, value) } });
}
