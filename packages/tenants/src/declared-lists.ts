import { declareLists } from '@org/identity-core';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';
import { groupClaimsField } from './sign-in/group-claims-field.js';

const events = {
  'tenant.created': { en: 'Organization created', de: 'Organisation erstellt' },
  'tenant.updated': { en: 'Organization changed', de: 'Organisation geändert' },
  'tenant.policy_changed': { en: 'Sign-in policy changed', de: 'Anmelderegeln geändert' },
  'tenant.application_policy_changed': {
    en: 'Default for applications changed',
    de: 'Voreinstellung für Anwendungen geändert',
  },
  'tenant.broke_glass': { en: 'Break-glass sign-in', de: 'Notfallanmeldung' },
  'tenant.deleted': { en: 'Organization deleted', de: 'Organisation gelöscht' },
  'member.added': { en: 'Member added', de: 'Mitglied hinzugefügt' },
  'member.role_changed': { en: 'Role changed', de: 'Rolle geändert' },
  'member.suspended': { en: 'Member suspended', de: 'Mitglied gesperrt' },
  'member.reactivated': { en: 'Member reactivated', de: 'Mitglied entsperrt' },
  'member.removed': { en: 'Member removed', de: 'Mitglied entfernt' },
  'invitation.created': { en: 'Invitation sent', de: 'Einladung verschickt' },
  'invitation.resent': { en: 'Invitation sent again', de: 'Einladung erneut verschickt' },
  'invitation.revoked': { en: 'Invitation revoked', de: 'Einladung zurückgezogen' },
  'invitation.accepted': { en: 'Invitation accepted', de: 'Einladung angenommen' },
  'group.created': { en: 'Group created', de: 'Gruppe angelegt' },
  'group.updated': { en: 'Group changed', de: 'Gruppe geändert' },
  'group.deleted': { en: 'Group deleted', de: 'Gruppe gelöscht' },
  'group.member_added': { en: 'Added to a group', de: 'Zu einer Gruppe hinzugefügt' },
  'group.member_removed': { en: 'Removed from a group', de: 'Aus einer Gruppe entfernt' },
} as const;

const errors = {
  OWNER_REQUIRED: 403,
  INVITATION_EMAIL_MISMATCH: 403,
  INVITATION_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  GROUP_EXISTS: 409,
  MANAGED_BY_DIRECTORY: 409,
  LAST_OWNER: 409,
  WOULD_LOCK_OUT: 409,
  ALREADY_MEMBER: 409,
  INVITATION_EXISTS: 409,
  INVITATION_EXPIRED: 410,
} as const;

const scopes = {
  'tenants:read': {
    machines: 'any',
    words: {
      en: {
        title: 'See your organizations',
        description: 'Settings, members, invitations and history, as far as your role allows.',
      },
      de: {
        title: 'Ihre Organisationen sehen',
        description: 'Einstellungen, Mitglieder, Einladungen und Verlauf, soweit Ihre Rolle es erlaubt.',
      },
    },
  },
  'tenants:write': {
    words: {
      en: {
        title: 'Manage your organizations',
        description:
          'Create, change and delete organizations, accept invitations, and manage members, as far as your role allows.',
      },
      de: {
        title: 'Ihre Organisationen verwalten',
        description:
          'Organisationen anlegen, ändern und löschen, Einladungen annehmen und Mitglieder verwalten, soweit Ihre Rolle es erlaubt.',
      },
    },
  },
} as const;

/** The events, error codes and scopes of this package. */
export const declaredLists = declareLists({
  events,
  sentences: { en, de },
  errors,
  scopes,
  clientFields: { groupClaims: groupClaimsField },
});

type Events = { readonly [Type in keyof typeof events]: true };
type Errors = typeof errors;
type Scopes = { readonly [Scope in keyof typeof scopes]: true };

declare module '@org/identity-core' {
  interface EventTypes extends Events {}
  interface ErrorCodes extends Errors {}
  interface ApiScopes extends Scopes {}
  interface PluginClientFields {
    groupClaims: boolean;
  }
}

/** Of other plugins, which this package handles, publishes or shows. */
declare module '@org/identity-core' {
  interface EventTypes {
    'account.created': true;
    'account.deleted': true;
    'account.kept': true;
  }
}
