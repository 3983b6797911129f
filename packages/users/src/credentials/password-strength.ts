import { weakPassword } from '@org/identity-core';
import { createScoreWorker } from './score-worker.js';

// The text of the error states both, in every language.
const minLength = 8;
const maxLength = 256;
/** On zxcvbn's scale of 0 to 4: below 2 a password is found within a million guesses. */
const minScore = 2;
/** How many characters must remain without the user's own name and email. */
const minOtherCharacters = 6;

/** zxcvbn's time grows fast with the length of the password and the number of own words. */
const maxScoredLength = 48;
const maxOwnData = 10;
const maxOwnDataLength = 100;

/** One per process, started by the first password that is set. */
export const scoreWorker = createScoreWorker({
  program: new URL('./score-program.js', import.meta.url),
  maxWaiting: 100,
  limitMilliseconds: 5_000,
});

/** Throws WEAK_PASSWORD if a password is too short, common, or consists of well-known data of the user. */
export async function checkPasswordStrength(password: string, ownData: readonly string[]): Promise<void> {
  if (password.length < minLength || password.length > maxLength) throw weakPassword('length');
  const known = ownData.slice(0, maxOwnData).map((text) => text.slice(0, maxOwnDataLength));
  if (isOwnData(password, known)) throw weakPassword('own-data');
  if ((await scoreWorker.score(password.slice(0, maxScoredLength), known)) < minScore) throw weakPassword('common');
}

/** Data of the user that others may know. */
export function ownDataOf(user: OwnData): string[] {
  const { email, displayName, givenName, familyName, nickname, username } = user;
  return [email, displayName, givenName, familyName, nickname, username].filter((text) => text !== null);
}

type OwnData = Record<'displayName' | 'givenName' | 'familyName' | 'nickname' | 'username', string | null> & {
  email: string;
};

function isOwnData(password: string, ownData: readonly string[]): boolean {
  const words = ownData
    .flatMap((text) => text.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u))
    .filter((word) => word.length >= 3);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  return words.length > 0 && rest.length < minOtherCharacters;
}
