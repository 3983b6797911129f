import { declaredClientFields } from '@org/identity-core';
import type { Language } from '@org/identity-ui';

/** The fields of plugins, as the sentence about a changed client names them. */
export const changedFields = (language: Language): Record<string, string> =>
  Object.fromEntries(
    [...declaredClientFields()].map(([name, { words }]) => {
      const { label, changed = label } = words[language] ?? words.en;
      return [name, changed];
    }),
  );
