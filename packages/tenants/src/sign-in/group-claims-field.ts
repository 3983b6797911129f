import type { DeclaredClientField } from '@org/identity-core';
import { z } from 'zod';

/** Whether tokens of a client name the groups of the user. */
export const groupClaimsField: DeclaredClientField = {
  kind: 'flag',
  browser: z.boolean().default(false),
  after: 'licenseClaims',
  option: { help: 'Tokens name the groups of the user' },
  shown: { as: 'group claims' },
  docs: '`true`: tokens for a tenant name the [groups](../reference/groups-api.md#groups-in-tokens) of the user in `groups`',
  words: {
    en: {
      label: 'Group claims',
      hint: 'Tokens name the groups of the user.',
      problem: 'Choose yes or no.',
      changed: 'groups in tokens',
    },
    de: {
      label: 'Gruppen in Tokens',
      hint: 'Tokens nennen die Gruppen der Person.',
      problem: 'Wählen Sie Ja oder Nein.',
      changed: 'Gruppen in Tokens',
    },
  },
};
