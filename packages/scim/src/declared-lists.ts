import { declareLists } from '@org/identity-core';
import type { Delegate, DelegateVisit } from '@org/identity-prisma';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';
import type { DirectoryCaller } from './directories/authenticate-directory.js';

const events = {
  'directory.created': { en: 'Directory created', de: 'Verzeichnis angelegt' },
  'directory.updated': { en: 'Directory changed', de: 'Verzeichnis geändert' },
  'directory.confirmed': { en: 'Directory confirmed', de: 'Verzeichnis bestätigt' },
  'directory.adopted': { en: 'Member handed over to a directory', de: 'Mitglied an ein Verzeichnis übergeben' },
  'directory.deleted': { en: 'Directory deleted', de: 'Verzeichnis gelöscht' },
  'directory.token_rotated': { en: 'New token of a directory', de: 'Neues Token eines Verzeichnisses' },
} as const;

const errors = {
  DIRECTORY_NOT_FOUND: 404,
  /** Of the SCIM endpoint only. Their response has the form of RFC 7644. */
  SCIM_INVALID: 400,
  SCIM_NOT_FOUND: 404,
  SCIM_CONFLICT: 409,
  SCIM_PRECONDITION_FAILED: 412,
} as const;

const scopes = {
  'directories:read': {
    words: {
      en: {
        title: 'See the directories of your organization',
        description: 'And what they sent, if you own the organization.',
      },
      de: {
        title: 'Die Verzeichnisse Ihrer Organisation sehen',
        description: 'Und was sie gesendet haben, wenn Ihnen die Organisation gehört.',
      },
    },
  },
  'directories:write': {
    words: {
      en: {
        title: 'Let directories manage the members of your organization',
        description: 'It can create and delete directories and their tokens, if you own the organization.',
      },
      de: {
        title: 'Verzeichnisse die Mitglieder Ihrer Organisation verwalten lassen',
        description:
          'Die Anwendung kann Verzeichnisse und ihre Tokens anlegen und löschen, wenn Ihnen die Organisation gehört.',
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

/** The callers of this package. */
declare module '@org/identity-core' {
  interface CallerKinds {
    directory: DirectoryCaller;
  }
}

/** Of other plugins, which this package handles, publishes or shows. */
declare module '@org/identity-core' {
  interface CallerKinds {
    setup_link: Delegate<'setup_link'>;
  }
  interface ConsoleVisits {
    setup: DelegateVisit<'setup_link'>;
  }
  interface EventTypes {
    'account.created': true;
    'member.added': true;
    'member.role_changed': true;
    'member.suspended': true;
    'member.reactivated': true;
    'member.removed': true;
    'setup_link.withdrawn': true;
  }
}
