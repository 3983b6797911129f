import { type Brand, type Language, languageOf } from '@org/identity-core';

/** To whom a mail goes, and in which language they read it. */
export interface Recipient {
  readonly email: string;
  readonly language: Language;
  readonly brand: Brand;
}

/** The owner of an account: reads their own language, or else the one of the request that causes the mail. */
export function recipientOf(
  { email, locale }: { email: string; locale: string | null },
  otherwise: Language,
): Pick<Recipient, 'email' | 'language'> {
  return { email, language: languageOf(locale, otherwise) };
}
