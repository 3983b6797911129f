import { declareLists } from '@org/identity-core';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';
import { failedSignIns } from './sign-in/failed-sign-ins.js';

const events = {
  'account.created': { en: 'Account created', de: 'Konto erstellt' },
  'profile.updated': { en: 'Profile changed', de: 'Profil geändert' },
  'password.changed': { en: 'Password changed', de: 'Passwort geändert' },
  'email.change_requested': { en: 'Change of email address requested', de: 'Änderung der E-Mail-Adresse angefragt' },
  'email.changed': { en: 'Email address changed', de: 'E-Mail-Adresse geändert' },
  'session.revoked': { en: 'Session ended', de: 'Sitzung beendet' },
  'session.started': { en: 'Signed in', de: 'Angemeldet' },
  'session.ended': { en: 'Signed out', de: 'Abgemeldet' },
  'sign_in.failed': { en: 'Sign-in failed', de: 'Anmeldung fehlgeschlagen' },
  'password.reset': { en: 'Password reset', de: 'Passwort zurückgesetzt' },
  'email.verified': { en: 'Email address confirmed', de: 'E-Mail-Adresse bestätigt' },
  'sso.linked': { en: 'Sign-in provider linked', de: 'Anmeldedienst verknüpft' },
  'sso.unlinked': { en: 'Sign-in provider unlinked', de: 'Anmeldedienst getrennt' },
  'mfa.enabled': { en: 'Second factor turned on', de: 'Zweiter Faktor eingeschaltet' },
  'mfa.disabled': { en: 'Second factor turned off', de: 'Zweiter Faktor ausgeschaltet' },
  'recovery_codes.created': { en: 'Recovery codes created', de: 'Wiederherstellungscodes erstellt' },
  'recovery_code.used': { en: 'Recovery code used', de: 'Wiederherstellungscode benutzt' },
  'account.deleted': { en: 'Account deleted', de: 'Konto gelöscht' },
  'account.kept': { en: 'Deletion of account canceled', de: 'Löschung des Kontos abgebrochen' },
  'account.erased': { en: 'Account erased', de: 'Konto endgültig gelöscht' },
  'user.disabled': { en: 'Account disabled', de: 'Konto gesperrt' },
  'user.enabled': { en: 'Account enabled', de: 'Konto entsperrt' },
  'user.unlocked': { en: 'Account unlocked', de: 'Sperre nach Fehlversuchen aufgehoben' },
  'user.reset_sent': {
    en: 'Password reset link sent by an operator',
    de: 'Link zum Zurücksetzen des Passworts durch Betreiber gesendet',
  },
  'user.viewed': { en: 'Personal data viewed by an operator', de: 'Persönliche Daten durch Betreiber angesehen' },
  'user.searched': { en: 'People searched by an operator', de: 'Personen durch Betreiber gesucht' },
  'super_admin.granted': { en: 'Super admin appointed', de: 'Super-Admin ernannt' },
  'second_factor_link.created': {
    en: 'Link for a second factor created',
    de: 'Link für einen zweiten Faktor erstellt',
  },
  'import.started': { en: 'Import of people started', de: 'Import von Personen gestartet' },
  'import.ended': { en: 'Import of people ended', de: 'Import von Personen beendet' },
  'import.undone': { en: 'Import of people undone', de: 'Import von Personen zurückgenommen' },
  'people.exported': { en: 'People exported', de: 'Personen exportiert' },
  'second_factor_link.used': { en: 'Link for a second factor used', de: 'Link für einen zweiten Faktor verwendet' },
} as const;

const errors = {
  CURRENT_PASSWORD_INCORRECT: 400,
  PASSWORD_REQUIRED: 400,
  LAST_LOGIN_METHOD: 400,
  INCORRECT_CONFIRMATION: 400,
  SESSION_NOT_FOUND: 404,
  SSO_LINK_NOT_FOUND: 404,
  IMPORT_NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  EXTERNAL_ID_TAKEN: 409,
  IMPORT_RUNNING: 409,
  LAST_SUPER_ADMIN: 409,
  SAME_PASSWORD: 422,
} as const;

const scopes = {
  'account:read': {
    words: {
      en: {
        title: 'See your whole account',
        description:
          'Your full profile and organizations, where you are signed in, linked accounts, and all data stored about you.',
      },
      de: {
        title: 'Ihr gesamtes Konto sehen',
        description:
          'Ihr vollständiges Profil, Ihre Organisationen, Ihre Sitzungen und verknüpften Konten sowie alle über Sie gespeicherten Daten.',
      },
    },
  },
  'account:write': {
    words: {
      en: {
        title: 'Change your account',
        description:
          'Change your profile, email address, password and linked accounts, sign you out elsewhere, and delete the account.',
      },
      de: {
        title: 'Ihr Konto ändern',
        description:
          'Profil, E-Mail-Adresse, Passwort und verknüpfte Konten ändern, Sie auf anderen Geräten abmelden und das Konto löschen.',
      },
    },
  },
} as const;

/** The events, error codes, scopes and reasons of failed sign-ins of this package. */
export const declaredLists = declareLists({ events, sentences: { en, de }, errors, scopes, failedSignIns });

type Events = { readonly [Type in keyof typeof events]: true };
type Errors = typeof errors;
type Failures = { readonly [Reason in keyof typeof failedSignIns]: true };
type Scopes = { readonly [Scope in keyof typeof scopes]: true };

declare module '@org/identity-core' {
  interface EventTypes extends Events {}
  interface ErrorCodes extends Errors {}
  interface ApiScopes extends Scopes {}
  interface FailedSignIns extends Failures {}
}
