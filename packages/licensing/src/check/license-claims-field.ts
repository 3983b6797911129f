import type { DeclaredClientField } from '@org/identity-core';
import { z } from 'zod';

const noApplication = 'needs an application, because the claims list its licenses';

/** Whether tokens of a client say which license of its application the user holds. */
export const licenseClaimsField: DeclaredClientField = {
  kind: 'flag',
  browser: z.boolean().default(false),
  refuse: (value, { application }) => (value === true && application === undefined ? noApplication : undefined),
  after: 'firstParty',
  option: { help: 'Tokens say which license the user holds' },
  shown: { as: 'license claims' },
  docs: '`true`: tokens say which license of its `application` the user holds, see [license claims](../concepts/licensing.md#license-claims)',
  words: {
    en: {
      label: 'License claims',
      hint: 'Tokens say which license of the application the user holds.',
      problem: 'Choose yes or no.',
      problems: { [noApplication]: 'Choose an application first: the claims list its licenses.' },
      changed: 'licenses in tokens',
    },
    de: {
      label: 'Lizenzen in Tokens',
      hint: 'Tokens sagen, welche Lizenz der Anwendung jemand hat.',
      problem: 'Wählen Sie Ja oder Nein.',
      problems: { [noApplication]: 'Wählen Sie zuerst eine Anwendung: Die Tokens nennen ihre Lizenzen.' },
      changed: 'Lizenzen in Tokens',
    },
  },
};
