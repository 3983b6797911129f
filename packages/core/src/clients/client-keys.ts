import { createPublicKey } from 'node:crypto';
import { text } from '../input/text.js';

const maxKeys = 10;
const maxLength = 8000;

/** The public key of a client, as a JSON Web Key. */
export type ClientKey = Readonly<Record<string, string>>;

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];
const keptMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg'];
const rsaBits = { min: 2048, max: 4096 };

/**
 * The key set of a client with `private_key_jwt`, as JSON: public keys only, each RSA with 2048 to 4096 bits, EC with P-256,
 * or Ed25519.
 */
export const JwksText = text(maxLength).superRefine((value, context) => {
  const problem = keySetProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

function keySetProblem(value: string): string | undefined {
  const keys = keysOf(parsed(value));
  if (!keys) return 'must be a key set as JSON, such as {"keys":[…]}';
  if (keys.length === 0 || keys.length > maxKeys) return `must have one to ${maxKeys} keys`;
  return keys.map(keyProblem).find((problem) => problem !== undefined);
}

/** The keys of a set that a client publishes itself. Those that cannot be used are left out; undefined if it is no key set. */
export function usableKeys(value: string): ClientKey[] | undefined {
  const keys = keysOf(parsed(value));
  return keys
    ?.slice(0, maxKeys)
    .filter((key) => keyProblem(key) === undefined)
    .map((key) => Object.fromEntries(keptMembers.flatMap((name) => memberOf(key, name))));
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function keysOf(set: unknown): Members[] | undefined {
  const keys = isObject(set) ? set['keys'] : undefined;
  return Array.isArray(keys) && keys.every(isObject) ? keys : undefined;
}

function memberOf(key: Members, name: string): [string, string][] {
  const value = key[name];
  return typeof value === 'string' ? [[name, value]] : [];
}

function keyProblem(key: Members): string | undefined {
  if (key['kty'] === 'oct' || privateMembers.some((name) => key[name] !== undefined))
    return 'must have public keys only';
  if (key['use'] !== undefined && key['use'] !== 'sig') return 'must have keys for signatures only';
  return isAccepted(key) ? undefined : 'must have keys of RSA with 2048 to 4096 bits, EC with P-256, or Ed25519';
}

function isAccepted(key: Members): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({ key, format: 'jwk' });
    if (type === 'ed25519') return true;
    if (type === 'ec') return details?.namedCurve === 'prime256v1';
    const bits = type === 'rsa' ? (details?.modulusLength ?? 0) : 0;
    return bits >= rsaBits.min && bits <= rsaBits.max;
  } catch {
    return false;
  }
}
