import { declaredClientFields } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { clientFormsTexts } from './texts.js';

/** What the form says about a field: that of the server, or of the plugin that has declared it. */
export function wordsOfField(name: string, language: Language): { label: string; hint: string | undefined } {
  const declared = declaredClientFields().get(name)?.words;
  if (declared) {
    const { label, hint } = declared[language] ?? declared.en;
    return { label, hint };
  }
  const { clientLabels, clientHints } = clientFormsTexts[language];
  const [labels, hints]: readonly Readonly<Record<string, string>>[] = [clientLabels, clientHints];
  return { label: labels?.[name] ?? name, hint: hints?.[name] };
}
