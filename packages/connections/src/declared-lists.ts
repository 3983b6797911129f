import { declareLists } from '@org/identity-core';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';

const events = {
  'connection.created': { en: 'Connection added', de: 'Verbindung angelegt' },
  'connection.updated': { en: 'Connection changed', de: 'Verbindung geändert' },
  'connection.test_started': { en: 'Test of a connection started', de: 'Test einer Verbindung begonnen' },
  'connection.tested': { en: 'Connection tested', de: 'Verbindung getestet' },
  'connection.activated': { en: 'Connection activated', de: 'Verbindung aktiviert' },
  'connection.disabled': { en: 'Connection turned off', de: 'Verbindung abgeschaltet' },
  'connection.deleted': { en: 'Connection deleted', de: 'Verbindung gelöscht' },
  'connection.linked': { en: 'Account linked to a connection', de: 'Konto mit einer Verbindung verknüpft' },
} as const;

const errors = {
  CONNECTION_NOT_FOUND: 404,
  NOT_TESTED: 409,
  DOMAIN_NOT_VERIFIED: 409,
} as const;

const scopes = {
  'connections:read': {
    words: {
      en: {
        title: 'See how your organization signs in',
        description: 'Its domains, and its connections to identity providers, if you own the organization.',
      },
      de: {
        title: 'Sehen, wie sich Ihre Organisation anmeldet',
        description: 'Die Domains und die Verbindungen zu Identitätsanbietern, wenn Ihnen die Organisation gehört.',
      },
    },
  },
  'connections:write': {
    words: {
      en: {
        title: 'Change how your organization signs in',
        description: 'It can change domains and connections to identity providers, if you own the organization.',
      },
      de: {
        title: 'Ändern, wie sich Ihre Organisation anmeldet',
        description:
          'Die Anwendung kann Domains und Verbindungen zu Identitätsanbietern ändern, wenn Ihnen die Organisation gehört.',
      },
    },
  },
} as const;

/** The events, error codes and scopes of this package. */
export const declaredLists = declareLists({ events, sentences: { en, de }, errors, scopes });

type Events = { readonly [Type in keyof typeof events]: true };
type Errors = typeof errors;
type Scopes = { readonly [Scope in keyof typeof scopes]: true };

declare module '@org/identity-core' {
  interface EventTypes extends Events {}
  interface ErrorCodes extends Errors {}
  interface ApiScopes extends Scopes {}
}

/** Of other plugins, which this package publishes. */
declare module '@org/identity-core' {
  interface EventTypes {
    'account.created': true;
  }
}
