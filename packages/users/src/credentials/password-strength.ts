import { weakPassword } from '@org/identity-core';
import { createScoreWorker } from './score-worker.js';

// The text of the refusal names both, in every language.
const shortest = 8;
const longest = 256;
/** Of zxcvbn's 0 to 4: below 2 a password falls within a million guesses. */
const lowestScore = 2;
/** What has to be left of a password without the person's own name and address. */
const shortestOwnPart = 6;

/** zxcvbn's time grows fast with the length, and with each own word. */
const longestScored = 48;
const mostOwnData = 10;
const longestOwnData = 100;

/** One for the process, started by the first password that is set. */
export const scoreWorker = createScoreWorker({
  program: new URL('./score-program.js', import.meta.url),
  maxWaiting: 100,
  limitMilliseconds: 5_000,
});

/** Refuses (WEAK_PASSWORD) a password that is short, common, or made of what everybody knows about the person. */
export async function checkPasswordStrength(password: string, ownData: readonly string[]): Promise<void> {
  if (password.length < shortest || password.length > longest) throw weakPassword('length');
  const known = ownData.slice(0, mostOwnData).map((text) => text.slice(0, longestOwnData));
  if (isOwnData(password, known)) throw weakPassword('own-data');
  if ((await scoreWorker.score(password.slice(0, longestScored), known)) < lowestScore) throw weakPassword('common');
}

/** What everybody may know about a person. */
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
  return words.length > 0 && rest.length < shortestOwnPart;
}
