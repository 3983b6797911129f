import { type FieldErrors, fieldErrors, type Refusal } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { eventsIn } from './chosen-events.js';
import { pagesTexts } from './texts.js';
import type { ShownWebhook } from './webhook-parts.js';

type Form = Readonly<Record<string, string>>;

/** The fields of the API in a form. */
export function fieldsIn(form: Form) {
  const events = eventsIn(form);
  const description = (form['description'] ?? '').trim();
  return { url: (form['url'] ?? '').trim(), events, description: description === '' ? null : description };
}

/** The fields of a form for a webhook. */
export function formOf({ url, events, description }: ShownWebhook): Record<string, string> {
  return { url, events: events.join('\n'), description: description ?? '' };
}

/** The fields of the form that were refused. */
export function errorsOfForm(refusal: Refusal, language: Language): FieldErrors {
  const { fields } = pagesTexts[language];
  const details = refusal.details.map(({ path, message }) => ({ path: path.split('.')[0] ?? path, message }));
  return fieldErrors({ ...refusal, details }, { fields });
}
