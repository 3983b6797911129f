import argon2 from 'argon2';
import { bounds, isLogto } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { ownParameters } from './own-parameters.js';
import { checkKey, decodeBase64, onlyParameters, readNumber, readPhc } from './read-hash.js';
import { type StoredForm, toStored } from './stored-form.js';

const types = new Map<string, 0 | 1 | 2>([
  ['argon2d', 0],
  ['argon2i', 1],
  ['argon2id', 2],
]);
const minSaltBytes = 8;
const logtoPasses = 256;

/** The stored form of an Argon2 hash. One that has our own parameters is stored as it is. */
export function storeArgon2(hash: string): string {
  const phc = readPhc(hash);
  const { id, version = '16', parameters } = phc;
  if (!types.has(id)) throw new ForeignHashError('This is not an Argon2 hash.');
  if (version !== '19' && version !== '16') throw new ForeignHashError('The version of Argon2 is not known.');
  onlyParameters(phc, ['m', 't', 'p']);
  const lanes = readNumber(parameters['p'], { what: 'the lanes of Argon2', max: bounds.argon2Lanes });
  const memory = { what: 'the memory of Argon2 in KiB', min: 8 * lanes, max: bounds.argon2Kibibytes };
  const kibibytes = readNumber(parameters['m'], memory);
  const maxPasses = isLogto(kibibytes, Number(parameters['t']), lanes) ? logtoPasses : bounds.argon2Passes;
  const passes = readNumber(parameters['t'], { what: 'the passes of Argon2', max: maxPasses });
  const salt = decodeBase64(phc.salt, 'salt');
  const key = decodeBase64(phc.hash, 'hash');
  if (salt.length < minSaltBytes) throw new ForeignHashError('The salt of Argon2 is short.');
  checkKey(key);
  const costs = `m=${kibibytes},t=${passes},p=${lanes}`;
  const versions = phc.version === undefined ? [] : [`v=${version}`];
  // Written anew: `argon2` throws at some forms that we read, and that would be at each sign-in.
  const usual = ['', id, ...versions, costs, plainBase64(salt), plainBase64(key)].join('$');
  if (id === 'argon2id' && !argon2.needsRehash(usual, ownParameters)) return usual;
  return toStored(['argon2', id, version, kibibytes, passes, lanes], usual);
}

const plainBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Checks a password. */
export function verifyArgon2({ parts }: StoredForm, password: string): Promise<boolean> {
  return argon2.verify(parts[0] ?? '', password);
}

/** Does the work of a check. */
export async function imitateArgon2({ parameters: [id = '', version, m, t, p] }: StoredForm): Promise<void> {
  const costs = { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p) };
  await argon2.hash('imitated', { type: types.get(id) ?? 2, version: Number(version), ...costs });
}
