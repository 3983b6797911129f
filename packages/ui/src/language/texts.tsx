import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language, languages } from './language.js';

/** Something in English and perhaps in other languages. A language that is missing falls back to English. */
export type InLanguages<Of> = { readonly en: Of } & { readonly [Each in Language]?: NoInfer<Of> | undefined };

/** The texts of a package, by language. */
export type Texts<Of> = Readonly<Record<Language, Of>>;

/** Combines the languages of a package; each must have every text of English. Languages that are missing get the English texts. */
export function defineTexts<Of>(texts: InLanguages<Of>): Texts<Of> {
  // Every language has an entry then.
  return Object.fromEntries(languages.map((language) => [language, texts[language] ?? texts.en])) as Texts<Of>;
}

/** Something made of a package's texts, in every language: the texts of one area, for example. */
export function textsOf<Of, Made>(texts: Texts<Of>, make: (texts: Of, language: Language) => Made): Texts<Made> {
  // Every language has an entry then.
  return Object.fromEntries(languages.map((language) => [language, make(texts[language], language)])) as Texts<Made>;
}

/** A value inside a text: words, a name, a link. */
export type Part = ComponentChildren;

/**
 * A sentence with values inside: `` sentence`to continue to ${client}` ``. If a name ends with a full stop, the sentence
 * does not add a second one: "by Acme Inc.", never "by Acme Inc..".
 */
export function sentence(words: TemplateStringsArray, ...parts: readonly Part[]): Part[] {
  const texts = words.map((word, index) => (index > 0 ? afterName(word, endOf(parts[index - 1])) : word));
  return texts.flatMap((word, index) => (index < parts.length ? [word, parts[index]] : [word]));
}

/** The same as plain text, for mails and files. */
export function line(words: TemplateStringsArray, ...parts: readonly (string | number)[]): string {
  return sentence(words, ...parts).join('');
}

function afterName(word: string, end: string): string {
  return word.startsWith('.') && /[.!?…]$/u.test(end) ? word.slice(1) : word;
}

/** The text that a part ends with, as far as it is known before rendering. */
function endOf(part: Part): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return endOf(part.at(-1));
  if (typeof part !== 'object' || part === null || !('props' in part)) return '';
  const { text, children } = part.props as { text?: unknown; children?: Part };
  // The text of `Name` is a property.
  return typeof text === 'string' ? text : endOf(children);
}

const LanguageContext = createContext<Language>(languages[0]);

/** Renders the node and everything in it in this language. */
export function inLanguage(language: Language, node: VNode): VNode {
  return <LanguageContext.Provider value={language}>{node}</LanguageContext.Provider>;
}

/** The language of the page or mail that is being rendered. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The texts in the language of the page or mail that is being rendered. */
export function useTexts<Of>(texts: Texts<Of>): Of {
  return texts[useLanguage()];
}
