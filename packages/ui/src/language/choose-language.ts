import { type Language, languages } from './language.js';

/** What is known about the user's language, the most important first. All values are untrusted input. */
export interface LanguageWishes {
  /** `ui_locales` of the request: tags (BCP 47) separated by spaces, in order of preference. */
  readonly uiLocales?: unknown;
  /** The `locale` of the user. */
  readonly locale?: unknown;
  /** The `Accept-Language` header. */
  readonly acceptLanguage?: unknown;
}

/** The language of a response: the first wish that we support, else the default. */
export function chooseLanguage(wishes: LanguageWishes): Language {
  const refused = rangesOf(wishes.acceptLanguage).filter(({ quality }) => quality === 0);
  const isRefused = (language: Language) => refused.some(({ tag }) => languageOfTag(tag) === language);
  return wishedLanguage(wishes) ?? languages.find((language) => !isRefused(language)) ?? languages[0];
}

/** The same, but undefined if only the default is left: a language that the user did not ask for must not be stored. */
export function wishedLanguage({ uiLocales, locale, acceptLanguage }: LanguageWishes): Language | undefined {
  return (
    firstKnown(bounded(uiLocales).split(' ')) ??
    firstKnown([bounded(locale)]) ??
    firstKnown(
      rangesOf(acceptLanguage)
        .filter(({ quality }) => quality > 0)
        .sort((one, other) => other.quality - one.quality)
        .map(({ tag }) => tag),
    )
  );
}

/** The language of a user with this locale; `otherwise` if the locale is not set or not supported. */
export function languageOf(locale: string | null | undefined, otherwise: Language): Language {
  return wishedLanguage({ locale }) ?? otherwise;
}

// Browsers send less than this. The limit keeps the work small for any other input.
const maxLength = 1000;
const bounded = (text: unknown) => (typeof text === 'string' ? text.slice(0, maxLength) : '');

function firstKnown(tags: readonly string[]): Language | undefined {
  return tags.map(languageOfTag).find((language) => language !== undefined);
}

/** `de-AT` is German; so is `de_AT`, which some clients send. */
function languageOfTag(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split(/[-_]/u, 1);
  return languages.find((language) => language === primary);
}

const range = /^\s*([a-z]{1,8}(?:[-_][a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/iu;

function rangesOf(header: unknown): { tag: string; quality: number }[] {
  return bounded(header)
    .split(',')
    .map((part) => range.exec(part))
    .filter((found) => found !== null)
    .map(([, tag = '', quality = '1']) => ({ tag, quality: Number(quality) }));
}
