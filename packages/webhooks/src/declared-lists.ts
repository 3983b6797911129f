import { declareLists } from '@org/identity-core';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';

const events = {
  'webhook.created': { en: 'Webhook created', de: 'Webhook angelegt' },
  'webhook.updated': { en: 'Webhook changed', de: 'Webhook geändert' },
  'webhook.deleted': { en: 'Webhook deleted', de: 'Webhook gelöscht' },
  'webhook.secret_rotated': { en: 'New secret of a webhook', de: 'Neues Geheimnis eines Webhooks' },
  'webhook.test': { en: 'Webhook tested', de: 'Webhook getestet' },
  'webhook.paused': { en: 'Webhook paused after failures', de: 'Webhook nach Fehlern pausiert' },
  'webhook.redelivered': { en: 'Event sent again', de: 'Ereignis erneut gesendet' },
  'webhook.replayed': { en: 'Events sent again', de: 'Ereignisse erneut gesendet' },
} as const;

const errors = {
  WEBHOOK_NOT_FOUND: 404,
  DELIVERY_NOT_FOUND: 404,
  WEBHOOK_PAUSED: 409,
  REPLAY_RUNNING: 409,
} as const;

const scopes = {
  'events:read': {
    machines: 'any',
    words: {
      en: {
        title: 'See webhooks and what they sent',
        description: 'Of your organization, if you manage it.',
      },
      de: {
        title: 'Webhooks und ihre Zustellungen sehen',
        description: 'Die Ihrer Organisation, wenn Sie sie verwalten.',
      },
    },
  },
  'events:write': {
    machines: 'any',
    words: {
      en: {
        title: 'Send events of your organization to other systems',
        description: 'It can create and change webhooks, if you manage the organization.',
      },
      de: {
        title: 'Ereignisse Ihrer Organisation an andere Systeme senden',
        description: 'Die Anwendung kann Webhooks anlegen und ändern, wenn Sie die Organisation verwalten.',
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

/** Of other plugins, which this package handles, publishes or shows. */
declare module '@org/identity-core' {
  interface ApiScopes {
    'account:read': true;
  }
}
