import { createCipheriv, createHash, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import argon2 from 'argon2';
import bcrypt from 'bcrypt';
import type { ForeignPassword } from '../../src/foreign-passwords/stored-hash.js';

/** The parameters of a made-up project of Firebase. */
export const firebaseProject = {
  signerKey: Buffer.from('a signer key of sixty-four bytes, as each project of it has one.').toString('base64'),
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 10,
};

/** A password credential as Keycloak exports it. */
export function keycloakPbkdf2(password: string, { digest = 'sha256', rounds = 1000 } = {}) {
  const salt = randomBytes(16);
  const value = pbkdf2Sync(password, salt, rounds, 64, digest).toString('base64');
  const algorithm = digest === 'sha1' ? 'pbkdf2' : `pbkdf2-${digest}`;
  return {
    type: 'password',
    secretData: JSON.stringify({ value, salt: salt.toString('base64'), additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations: rounds, algorithm, additionalParameters: {} }),
  };
}

/** The same with Argon2, the default since Keycloak 24. */
export async function keycloakArgon2(password: string) {
  const salt = randomBytes(16);
  const costs = { memoryCost: 8, timeCost: 5, parallelism: 1, hashLength: 32 };
  const value = await argon2.hash(password, { type: argon2.argon2id, salt, raw: true, ...costs });
  const parameters = { hashLength: ['32'], memory: ['8'], type: ['id'], version: ['1.3'], parallelism: ['1'] };
  return {
    type: 'password',
    secretData: JSON.stringify({ value: value.toString('base64'), salt: salt.toString('base64') }),
    credentialData: JSON.stringify({ hashIterations: 5, algorithm: 'argon2', additionalParameters: parameters }),
  };
}

/** A hash as better-auth makes it: the salt is the text of its digits. */
export function betterAuthHash(password: string): string {
  const salt = randomBytes(16).toString('hex');
  const options = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 };
  return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, options).toString('hex')}`;
}

/** A hash and a salt as Firebase exports them. */
export function firebaseHash(password: string): { hash: string; salt: string } {
  const { signerKey, saltSeparator, rounds, memCost } = firebaseProject;
  const salt = randomBytes(12);
  const salted = Buffer.concat([salt, Buffer.from(saltSeparator, 'base64')]);
  const key = scryptSync(password, salted, 32, { N: 2 ** memCost, r: rounds, p: 1 });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const hash = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()]).toString('base64');
  return { hash, salt: salt.toString('base64') };
}

/** A salted SHA hash of a directory. */
function sshaHash(password: string, digest: string, name: string): string {
  const salt = randomBytes(8);
  const key = createHash(digest).update(password).update(salt).digest();
  return `{${name}}${Buffer.concat([key, salt]).toString('base64')}`;
}

/** A hash as WordPress made it until version 6.8, written after the description of phpass. */
export function phpassHash(password: string): string {
  const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const salt = 'IQRaTwmf';
  let hash = createHash('md5').update(`${salt}${password}`).digest();
  for (let round = 0; round < 2 ** 7; round += 1)
    hash = createHash('md5')
      .update(Buffer.concat([hash, Buffer.from(password)]))
      .digest();
  const bits = [...hash]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .reverse()
    .join('');
  // Groups of six bits from the end, three bytes at a time; the last byte has two letters.
  const groups = [0, 3, 6, 9, 12, 15].flatMap((from) => {
    const end = bits.length - from * 8;
    const part = bits.slice(Math.max(0, end - 24), end);
    return Array.from({ length: Math.ceil(part.length / 6) }, (_, index) =>
      Number.parseInt(part.slice(Math.max(0, part.length - 6 * (index + 1)), part.length - 6 * index), 2),
    );
  });
  return `$P$${letters.charAt(7)}${salt}${groups.map((value) => letters.charAt(value)).join('')}`;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** One hash of this password for each form that an import takes. Their costs are small. */
export async function foreignPasswords(password: string): Promise<Record<string, ForeignPassword>> {
  const salt = randomBytes(16);
  const phc = (id: string, parameters: string, key: Buffer) =>
    `$${id}$${parameters}$${unpadded(salt)}$${unpadded(key)}`;
  const argon = (type: 0 | 1 | 2, costs = { memoryCost: 64, timeCost: 3, parallelism: 1 }) =>
    argon2.hash(password, { type, ...costs });
  const bcryptHash = await bcrypt.hash(password, 4);
  return {
    argon2id: { algorithm: 'argon2', hash: await argon(2) },
    argon2i: { algorithm: 'argon2', hash: await argon(1) },
    argon2d: { algorithm: 'argon2', hash: await argon(0) },
    'bcrypt 2a': { algorithm: 'bcrypt', hash: bcryptHash.replace('$2b$', '$2a$') },
    'bcrypt 2b': { algorithm: 'bcrypt', hash: bcryptHash },
    'bcrypt 2y': { algorithm: 'bcrypt', hash: bcryptHash.replace('$2b$', '$2y$') },
    scrypt: { algorithm: 'scrypt', hash: phc('scrypt', 'ln=10,r=8,p=1', scryptSync(password, salt, 32, { N: 1024 })) },
    'pbkdf2-sha1': { algorithm: 'pbkdf2', hash: phc('pbkdf2', '1000', pbkdf2Sync(password, salt, 1000, 20, 'sha1')) },
    'pbkdf2-sha256': {
      algorithm: 'pbkdf2',
      hash: phc('pbkdf2-sha256', 'i=1000,l=32', pbkdf2Sync(password, salt, 1000, 32, 'sha256')),
    },
    'pbkdf2-sha512': {
      algorithm: 'pbkdf2',
      hash: phc('pbkdf2-sha512', 'i=1000', pbkdf2Sync(password, salt, 1000, 64, 'sha512')),
    },
    'keycloak pbkdf2': { algorithm: 'pbkdf2', hash: JSON.stringify(keycloakPbkdf2(password)) },
    'keycloak argon2': { algorithm: 'argon2', hash: JSON.stringify(await keycloakArgon2(password)) },
    'better-auth': { algorithm: 'scrypt', hash: betterAuthHash(password) },
    'django pbkdf2': {
      algorithm: 'pbkdf2',
      hash: `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync(password, 'seasalt', 1000, 32, 'sha256').toString('base64')}`,
    },
    'django scrypt': {
      algorithm: 'scrypt',
      hash: `scrypt$1024$seasalt$8$1$${scryptSync(password, 'seasalt', 64, { N: 1024 }).toString('base64')}`,
    },
    'django argon2': { algorithm: 'argon2', hash: `argon2${await argon(2)}` },
    'django bcrypt': { algorithm: 'bcrypt', hash: `bcrypt$${bcryptHash}` },
    phpass: { algorithm: 'phpass', hash: phpassHash(password) },
    ssha: { algorithm: 'ssha', hash: sshaHash(password, 'sha1', 'SSHA') },
    ssha256: { algorithm: 'ssha', hash: sshaHash(password, 'sha256', 'SSHA256') },
    ssha512: { algorithm: 'ssha', hash: sshaHash(password, 'sha512', 'SSHA512') },
    firebase: { algorithm: 'firebase-scrypt', ...firebaseHash(password), ...firebaseProject },
  };
}
