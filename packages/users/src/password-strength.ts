import { IdentityError } from '@org/identity-core';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

const shortest = 8;
const longest = 256;
/** Of zxcvbn's 0 to 4: below 2 a password falls within a million guesses. */
const lowestScore = 2;
/** What has to be left of a password without the person's own name and address. */
const shortestOwnPart = 6;

let estimator: ZxcvbnFactory | undefined;

/** Refuses (WEAK_PASSWORD) a password that is short, common, or made of what everybody knows about the person. */
export function checkPasswordStrength(password: string, ownData: readonly string[]): void {
  if (password.length < shortest || password.length > longest) {
    throw weak(`A password has ${shortest} to ${longest} characters.`);
  }
  if (isOwnData(password, ownData)) throw weak('This password is too close to your own name or address.');
  // The dictionaries take 30 MB and are loaded with the first use. Its time grows fast with length and with the
  // substitutions it tries (seconds for 256 characters by default), and it runs on the event loop: hence the bounds.
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 5,
  });
  const { score } = estimator.check(password.slice(0, 48), [...ownData]);
  if (score < lowestScore) throw weak('This password is among the first that somebody would try.');
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

/** The refusal of a password, with what to do instead. */
export function weak(reason: string): IdentityError {
  return new IdentityError(
    'WEAK_PASSWORD',
    `${reason} A few words that nobody else would put together are strong and easy to remember.`,
  );
}
