import { type FieldErrors, fieldErrors, type Refusal } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { limitsError } from './limits-error.js';
import { platformTexts } from './texts.js';

/** The features in a form: one per line. */
export function featuresIn(text = ''): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((feature) => feature !== '');
}

/** The error of each field of a license type. */
export function licenseTypeErrors(refusal: Refusal, language: Language): FieldErrors {
  const { name, slug, features } = platformTexts[language].fields;
  const limits = limitsError(refusal, language);
  const details = refusal.details.map(({ path, message }) => ({ path: path.split('.')[0] ?? '', message }));
  return fieldErrors(
    { ...refusal, details },
    { codes: { SLUG_TAKEN: 'slug' }, fields: { name, slug, features, limits } },
  );
}
