import type { Refusal } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { subscriptionPartsTexts } from '../subscription-parts/texts.js';

/** What is wrong with the limits of a form, with the first line that was refused. */
export function limitsError({ details }: Pick<Refusal, 'details'>, language: Language): string {
  const { errors, limitsLine } = subscriptionPartsTexts[language];
  const start = 'limits.';
  const line = details.find(({ path }) => path.startsWith(start))?.path.slice(start.length);
  return line === undefined ? errors.limits : limitsLine(line, errors.limits);
}
