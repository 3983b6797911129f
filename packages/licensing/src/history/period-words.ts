import { eventInWords } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import { historyTexts } from './texts.js';

/** Why a period ended, in words. Empty while it runs. */
export function causeInWords(cause: string | null, language: Language): string {
  if (cause === null) return '';
  const known: Readonly<Record<string, string>> = historyTexts[language].causes;
  return (Object.hasOwn(known, cause) ? known[cause] : undefined) ?? eventInWords(cause, language);
}

/** The name of a holder. Former members have no name here: only the end of the id is shown. */
export function holderName(userId: string, names: ReadonlyMap<string, string>, language: Language): string {
  return names.get(userId) ?? historyTexts[language].history.former(`…${userId.slice(-8)}`);
}

/** The names of an application's license types by their ids. */
export function typeNames({ licenseTypes }: ApplicationSeats): ReadonlyMap<string, string> {
  return new Map(licenseTypes.map(({ id, name }) => [id, name]));
}
