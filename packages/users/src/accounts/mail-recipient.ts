import { type Brand, type Language, languageOf } from '@org/identity-ui';

/** Who a mail goes to, and in which language. */
export interface Recipient {
  readonly email: string;
  readonly language: Language;
  readonly brand: Brand;
}

/** The owner of an account, with the language of the account, or else that of the request. */
export function recipientOf(
  { email, locale }: { email: string; locale: string | null },
  otherwise: Language,
): Pick<Recipient, 'email' | 'language'> {
  return { email, language: languageOf(locale, otherwise) };
}
