import { ForeignHashError } from './foreign-hash-error.js';

/** A key that is shorter could be guessed, and an empty one would match every password. */
const minKeyBytes = 16;
const maxKeyBytes = 128;
const base64 = /^[\w+/.=-]+$/u;

/** The bytes of a text in base64, with or without padding, also in the alphabets of URLs and of passlib. */
export function decodeBase64(text: string | undefined, what: string): Buffer {
  if (text === undefined || !base64.test(text)) throw new ForeignHashError(`The ${what} is not base64.`);
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}

/** The bytes of a text in hexadecimal digits. */
export function decodeHex(text: string | undefined, what: string): Buffer {
  if (text === undefined || text.length % 2 !== 0 || !/^[0-9a-f]+$/iu.test(text))
    throw new ForeignHashError(`The ${what} is not hexadecimal.`);
  return Buffer.from(text, 'hex');
}

/** Checks the length of the hash itself. */
export function checkKey(key: Uint8Array): void {
  if (key.length < minKeyBytes) throw new ForeignHashError(`The hash has less than ${minKeyBytes} bytes.`);
  if (key.length > maxKeyBytes) throw new ForeignHashError(`The hash has more than ${maxKeyBytes} bytes.`);
}

/** Checks that a hash has a salt. */
export function checkSalt(salt: Uint8Array): void {
  if (salt.length === 0) throw new ForeignHashError('The hash has no salt.');
}

/** A whole number between two bounds. */
export function readNumber(
  value: string | number | undefined,
  { what, min = 1, max }: { what: string; min?: number; max: number },
): number {
  const isNumber =
    typeof value === 'number' ? Number.isSafeInteger(value) : value !== undefined && /^\d+$/u.test(value);
  if (!isNumber) throw new ForeignHashError(`The hash does not say ${what}.`);
  const number = Number(value);
  if (number < min) throw new ForeignHashError(`${capital(what)} must be ${min} at least.`);
  if (number > max) throw new ForeignHashError(`${capital(what)} may be ${max} at most.`);
  return number;
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The fields of a PHC string: `$id$v=19$m=1,t=2$salt$hash`. */
export interface PhcString {
  readonly id: string;
  readonly version: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  /** Parameters as one text without names, as passlib writes the rounds of PBKDF2. */
  readonly plain: string | undefined;
  readonly salt: string | undefined;
  readonly hash: string | undefined;
}

/** Takes a PHC string apart. */
export function readPhc(text: string): PhcString {
  const [before, id = '', ...rest] = text.split('$');
  if (before !== '') throw new ForeignHashError('The hash is not a PHC string.');
  const version = rest[0]?.startsWith('v=') ? rest.shift()?.slice(2) : undefined;
  if (rest.length !== 3) throw new ForeignHashError('The hash is not a PHC string with parameters, salt and hash.');
  const [listed = '', salt, hash] = rest;
  const pairs = listed.split(',').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
  const parameters: Record<string, string> = Object.fromEntries(pairs);
  return { id, version, parameters, plain: listed.includes('=') ? undefined : listed, salt, hash };
}

/** Refuses parameters that would change the result, such as `keyid`. */
export function onlyParameters({ parameters }: PhcString, known: readonly string[]): void {
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ForeignHashError('The hash has parameters that are not known.');
}
