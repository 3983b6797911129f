import { declareLists } from '@org/identity-core';
import type { Delegate, DelegateVisit } from '@org/identity-prisma';
import { domainSentences as domainsDe } from './declared-domain-sentences.de.js';
import { domainSentences as domainsEn } from './declared-domain-sentences.en.js';
import { domainErrors, domainEvents } from './declared-domains.js';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';

const events = {
  ...domainEvents,
  'connection.created': { en: 'Connection added', de: 'Verbindung angelegt' },
  'connection.updated': { en: 'Connection changed', de: 'Verbindung geändert' },
  'connection.test_started': { en: 'Test of a connection started', de: 'Test einer Verbindung begonnen' },
  'connection.tested': { en: 'Connection tested', de: 'Verbindung getestet' },
  'connection.activated': { en: 'Connection activated', de: 'Verbindung aktiviert' },
  'connection.confirmation_requested': {
    en: 'Owners asked to activate a connection',
    de: 'Um Aktivierung einer Verbindung gebeten',
  },
  'connection.confirmed': { en: 'Connection confirmed', de: 'Verbindung bestätigt' },
  'connection.disabled': { en: 'Connection disabled', de: 'Verbindung ausgeschaltet' },
  'connection.deleted': { en: 'Connection deleted', de: 'Verbindung gelöscht' },
  'setup_link.created': { en: 'Setup link sent', de: 'Einrichtungslink gesendet' },
  'setup_link.used': { en: 'Setup link opened', de: 'Einrichtungslink geöffnet' },
  'setup_link.withdrawn': { en: 'Setup link withdrawn', de: 'Einrichtungslink zurückgezogen' },
  'connection.linked': { en: 'Account linked to a connection', de: 'Konto mit einer Verbindung verknüpft' },
  'connection.unlinked': { en: 'Account unlinked from a connection', de: 'Konto von einer Verbindung gelöst' },
} as const;

const errors = {
  ...domainErrors,
  CONNECTION_NOT_FOUND: 404,
  CONNECTION_LINK_NOT_FOUND: 404,
  NOT_TESTED: 409,
  OWNER_CONFIRMATION_REQUIRED: 409,
  DOMAIN_NOT_VERIFIED: 409,
} as const;

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
  sentences: { en: { ...domainsEn, ...en }, de: { ...domainsDe, ...de } },
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

/** The callers of this package, and the console that they have. */
declare module '@org/identity-core' {
  interface CallerKinds {
    setup_link: Delegate<'setup_link'>;
  }
  interface ConsoleVisits {
    setup: DelegateVisit<'setup_link'>;
  }
}

/** Of other plugins, which this package publishes or responds with. */
declare module '@org/identity-core' {
  interface ErrorCodes {
    readonly WOULD_LOCK_OUT: 409;
  }
  interface EventTypes {
    'account.created': true;
    'session.ended': true;
  }
}
