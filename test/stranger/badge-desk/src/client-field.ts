import type { DeclaredClientField } from '@org/identity-core';
import { z } from 'zod';

/** Whether the tokens of a client have the claim `badge`. */
export const badgeClaimField: DeclaredClientField = {
  kind: 'flag',
  browser: z.boolean().default(false),
  option: { help: 'Tokens have the number of the badge' },
  shown: { as: 'badge claim' },
  words: {
    en: { label: 'Badge in tokens', problem: 'Choose yes or no.' },
    de: { label: 'Ausweis in Tokens', problem: 'Wählen Sie Ja oder Nein.' },
  },
};
