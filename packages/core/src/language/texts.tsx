import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language, languages } from './language.js';

/** The texts of a package, by language. */
export type Texts<Of> = Readonly<Record<Language, Of>>;

/** Combines the languages of a package; each must have every text of the first. */
export function defineTexts<Of>(texts: { readonly en: Of } & Readonly<Record<Language, NoInfer<Of>>>): Texts<Of> {
  return texts;
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
