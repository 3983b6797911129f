import { declareLists } from '@org/identity-core';
import { domainSentences as domainsDe } from './declared-domain-sentences.de.js';
import { domainSentences as domainsEn } from './declared-domain-sentences.en.js';
import { domainErrors, domainEvents } from './declared-domains.js';

const events = { ...domainEvents } as const;

const errors = { ...domainErrors } as const;

const scopes = {
  'connections:read': {
    words: {
      en: {
        title: 'See how your organization signs in',
        description: 'Its domains and its own identity providers, if you are an owner.',
      },
      de: {
        title: 'Sehen, wie sich Ihre Organisation anmeldet',
        description: 'Ihre Domains und ihre eigenen Identitätsanbieter, wenn Sie Inhaber sind.',
      },
    },
  },
  'connections:write': {
    words: {
      en: {
        title: 'Change how your organization signs in',
        description: 'Add and remove its domains and its own identity providers, if you are an owner.',
      },
      de: {
        title: 'Ändern, wie sich Ihre Organisation anmeldet',
        description: 'Domains und eigene Identitätsanbieter hinzufügen und entfernen, wenn Sie Inhaber sind.',
      },
    },
  },
} as const;

/** The events, error codes and scopes of this package. */
export const declaredLists = declareLists({
  events,
  sentences: { en: { ...domainsEn }, de: { ...domainsDe } },
  errors,
  scopes,
});

type Events = { readonly [Type in keyof typeof events]: true };
type Errors = typeof errors;
type Scopes = { readonly [Scope in keyof typeof scopes]: true };

declare module '@org/identity-core' {
  interface EventTypes extends Events {}
  interface ErrorCodes extends Errors {}
  interface ApiScopes extends Scopes {}
}
