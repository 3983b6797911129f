import { weakPassword } from '@org/identity-core';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

// The text of the refusal names both, in every language.
const shortest = 8;
const longest = 256;
/** Of zxcvbn's 0 to 4: below 2 a password falls within a million guesses. */
const lowestScore = 2;
/** What has to be left of a password without the person's own name and address. */
const shortestOwnPart = 6;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Refuses (WEAK_PASSWORD) a password that is short, common, or made of what everybody knows about the person. */
export async function checkPasswordStrength(password: string, ownData: readonly string[]): Promise<void> {
  if (password.length < shortest || password.length > longest) throw weakPassword('length');
  if (isOwnData(password, ownData)) throw weakPassword('own-data');
  estimator ??= loadEstimator();
  // Its time grows fast with length, and it runs on the event loop: hence the bound.
  const { score } = (await estimator).check(password.slice(0, 48), [...ownData]);
  if (score < lowestScore) throw weakPassword('common');
}

/** With the first use: the dictionaries take 30 MB and a fifth of a second, and most processes check no new password. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // More take seconds for a hostile password.
    l33tMaxSubstitutions: 5,
  });
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
