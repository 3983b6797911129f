import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language, languages } from './language.js';

/** The texts of a package, by language. */
export type Texts<Of> = Readonly<Record<Language, Of>>;

/** Puts the languages of a package together; each must have every text of the first. */
export function defineTexts<Of>(texts: { readonly en: Of } & Readonly<Record<Language, NoInfer<Of>>>): Texts<Of> {
  return texts;
}

/** What a text can have a place for: words, a name, a link. */
export type Part = ComponentChildren;

/** A sentence with such places: `` sentence`to continue to ${client}` ``. */
export function sentence(words: TemplateStringsArray, ...parts: readonly Part[]): Part[] {
  return words.flatMap((word, index) => (index < parts.length ? [word, parts[index]] : [word]));
}

const LanguageContext = createContext<Language>(languages[0]);

/** What is drawn within it is in this language. */
export function inLanguage(language: Language, node: VNode): VNode {
  return <LanguageContext.Provider value={language}>{node}</LanguageContext.Provider>;
}

/** The language of the page or mail that a component is drawn for. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The texts in that language. */
export function useTexts<Of>(texts: Texts<Of>): Of {
  return texts[useLanguage()];
}
