import { type Language, languages } from './language.js';

/** What is known about the language somebody reads, the strongest first. All of it is written by others. */
export interface LanguageWishes {
  /** `ui_locales` of the request: tags (BCP 47) with spaces between them, the dearest first. */
  readonly uiLocales?: unknown;
  /** The `locale` of the person. */
  readonly locale?: unknown;
  /** The header `Accept-Language`. */
  readonly acceptLanguage?: unknown;
}

/** The language to speak: the first wish that we can fulfil, else the default. */
export function chooseLanguage(wishes: LanguageWishes): Language {
  const refused = rangesOf(wishes.acceptLanguage).filter(({ quality }) => quality === 0);
  const isRefused = (language: Language) => refused.some(({ tag }) => languageOfTag(tag) === language);
  return wishedLanguage(wishes) ?? languages.find((language) => !isRefused(language)) ?? languages[0];
}

/** The same, or nothing where only the default would be left: what nobody asked for is not to be remembered. */
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

/** The language of somebody with this locale; the other one where it is not set, or none of ours. */
export function languageOf(locale: string | null | undefined, otherwise: Language): Language {
  return wishedLanguage({ locale }) ?? otherwise;
}

// No browser sends more, and what others send must not cost anything.
const longest = 1000;
const bounded = (text: unknown) => (typeof text === 'string' ? text.slice(0, longest) : '');

function firstKnown(tags: readonly string[]): Language | undefined {
  return tags.map(languageOfTag).find((language) => language !== undefined);
}

/** `de-AT` is German; so is `de_AT`, as some write it. */
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
