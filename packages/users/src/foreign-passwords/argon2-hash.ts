import argon2 from 'argon2';
import { bounds, isLogto } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { ownParameters } from './own-parameters.js';
import { checkKey, decodeBase64, onlyParameters, readNumber, readPhc } from './read-hash.js';
import { type StoredForm, toStored } from './stored-form.js';

const types: Readonly<Record<string, 0 | 1 | 2>> = { argon2d: 0, argon2i: 1, argon2id: 2 };
const minSaltBytes = 8;

/** The stored form of an Argon2 hash. One that has our own parameters is stored as it is. */
export function storeArgon2(hash: string): string {
  const phc = readPhc(hash);
  const { id, version = '16', parameters } = phc;
  if (types[id] === undefined) throw new ForeignHashError('This is not an Argon2 hash.');
  if (version !== '19' && version !== '16') throw new ForeignHashError('The version of Argon2 is not known.');
  onlyParameters(phc, ['m', 't', 'p']);
  const lanes = readNumber(parameters['p'], { what: 'the lanes of Argon2', max: bounds.argon2Lanes });
  const memory = { what: 'the memory of Argon2 in KiB', min: 8 * lanes, max: bounds.argon2Kibibytes };
  const kibibytes = readNumber(parameters['m'], memory);
  if (!isLogto(kibibytes, Number(parameters['t']), lanes))
    readNumber(parameters['t'], { what: 'the passes of Argon2', max: bounds.argon2Passes });
  if (decodeBase64(phc.salt, 'salt').length < minSaltBytes) throw new ForeignHashError('The salt of Argon2 is short.');
  checkKey(decodeBase64(phc.hash, 'hash'));
  if (id === 'argon2id' && !argon2.needsRehash(hash, ownParameters)) return hash;
  return toStored(['argon2', id, version, ...['m', 't', 'p'].map((name) => parameters[name] ?? '')], hash);
}

/** Checks a password. */
export function verifyArgon2({ parts }: StoredForm, password: string): Promise<boolean> {
  return argon2.verify(parts[0] ?? '', password);
}

/** Does the work of a check. */
export async function imitateArgon2({ parameters: [id = '', version, m, t, p] }: StoredForm): Promise<void> {
  const costs = { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p) };
  await argon2.hash('imitated', { type: types[id] ?? 2, version: Number(version), ...costs });
}
