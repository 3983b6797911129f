import { type EventSentences, sentenceOfFailure } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import type { sentences as en } from './declared-sentences.en.js';
import { knownReasons } from './sign-in/failed-sign-ins.js';

const providers = { google: 'Google', microsoft: 'Microsoft', github: 'GitHub', apple: 'Apple' };
const factors = { totp: 'eine Authenticator-App', passkey: 'einen Passkey' };
const profileFields = {
  displayName: 'Anzeigename',
  givenName: 'Vorname',
  familyName: 'Nachname',
  middleName: 'zweiter Vorname',
  nickname: 'Spitzname',
  pictureUrl: 'Bild',
  website: 'Website',
  zoneinfo: 'Zeitzone',
  locale: 'Sprache',
  externalId: 'externe Kennung',
};
/** After a preposition with the dative: "das Konto von …". */
const someone = 'einem früheren Benutzer';

export const sentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'account.created': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat ein Konto erstellt`
      : sentence`${actor} hat ein Konto für ${subject ?? 'einen früheren Benutzer'} erstellt`,
  'profile.updated': ({ actor, subject, isOwn, words }) => {
    const changed = words('changed', profileFields, 'weitere Angaben');
    if (!isOwn) return sentence`${actor} hat das Profil von ${subject ?? someone} geändert: ${changed ?? 'Angaben'}`;
    return changed
      ? sentence`${actor} hat das eigene Profil geändert: ${changed}`
      : sentence`${actor} hat das eigene Profil geändert`;
  },
  'password.changed': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat das eigene Passwort geändert`
      : sentence`${actor} hat ein Passwort von ${subject ?? someone} importiert`,
  'password.reset': ({ actor }) => sentence`${actor} hat über einen Link per E-Mail ein neues Passwort gesetzt`,
  'email.change_requested': ({ actor }) => sentence`${actor} möchte die eigene E-Mail-Adresse ändern`,
  'email.changed': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat die eigene E-Mail-Adresse geändert`
      : sentence`${actor} hat die E-Mail-Adresse von ${subject ?? someone} geändert`,
  'email.verified': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat die eigene E-Mail-Adresse bestätigt`
      : sentence`${actor} hat die E-Mail-Adresse von ${subject ?? someone} als bestätigt vermerkt`,
  'session.revoked': ({ actor, subject, isOwn, is }) => {
    const one = is('one');
    if (isOwn)
      return one
        ? sentence`${actor} hat eine eigene Sitzung beendet`
        : sentence`${actor} hat die eigenen Sitzungen beendet`;
    return one
      ? sentence`${actor} hat eine Sitzung von ${subject ?? someone} beendet`
      : sentence`${actor} hat alle Sitzungen von ${subject ?? someone} beendet`;
  },
  'session.started': ({ actor, name, is }) => {
    const client = name('clientId');
    const how = is('secondFactor') ? ' mit zweitem Faktor' : '';
    return client
      ? sentence`${actor} hat sich${how} bei ${client} angemeldet`
      : sentence`${actor} hat sich${how} angemeldet`;
  },
  'session.ended': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat sich abgemeldet`
      : sentence`${actor} hat eine Sitzung von ${subject ?? someone} beendet`,
  'sign_in.failed': ({ subject, word }) => {
    const who = subject ?? someone;
    const told = sentenceOfFailure(word('reason', knownReasons()) ?? '', 'de');
    return told?.(who) ?? sentence`Jemand konnte sich beim Konto von ${who} nicht anmelden`;
  },
  'sso.linked': ({ actor, subject, isOwn, word, text }) => {
    const provider = word('provider', providers) ?? text('provider') ?? 'einem anderen Dienst';
    return isOwn
      ? sentence`${actor} kann sich jetzt mit ${provider} anmelden`
      : sentence`${actor} hat die Anmeldung von ${subject ?? someone} mit ${provider} ermöglicht`;
  },
  'sso.unlinked': ({ actor, word, text }) =>
    sentence`${actor} kann sich nicht mehr mit ${word('provider', providers) ?? text('provider') ?? 'einem anderen Dienst'} anmelden`,
  'mfa.enabled': ({ actor, subject, isOwn, word }) => {
    const method = word('method', factors) ?? 'einen Anmeldeweg';
    return isOwn
      ? sentence`${actor} hat ${method} als zweiten Faktor eingerichtet`
      : sentence`${actor} hat ${method} von ${subject ?? someone} als zweiten Faktor importiert`;
  },
  'mfa.disabled': ({ actor, subject, isOwn, word }) => {
    const method = word('method', { ...factors, all: 'alle zweiten Faktoren' }) ?? 'einen zweiten Faktor';
    return isOwn
      ? sentence`${actor} hat ${method} entfernt`
      : sentence`${actor} hat ${method} von ${subject ?? someone} entfernt`;
  },
  'recovery_codes.created': ({ actor, number }) =>
    sentence`${actor} hat ${number('count') ?? 'einige'} neue Wiederherstellungscodes erstellt`,
  'recovery_code.used': ({ actor, number }) => {
    const left = number('left');
    if (left === undefined) return sentence`${actor} hat sich mit einem Wiederherstellungscode angemeldet`;
    return sentence`${actor} hat sich mit einem Wiederherstellungscode angemeldet; übrig: ${left}`;
  },
  'account.deleted': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat das eigene Konto gelöscht`
      : sentence`${actor} hat das Konto von ${subject ?? someone} gelöscht`,
  'account.kept': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat die Löschung des eigenen Kontos abgebrochen`
      : sentence`${actor} hat die Löschung des Kontos von ${subject ?? someone} abgebrochen`,
  'account.erased': ({ actor }) => sentence`${actor} hat ein gelöschtes Konto endgültig entfernt`,
  'user.disabled': ({ actor, subject }) => sentence`${actor} hat das Konto von ${subject ?? someone} gesperrt`,
  'user.enabled': ({ actor, subject }) => sentence`${actor} hat das Konto von ${subject ?? someone} entsperrt`,
  'user.unlocked': ({ actor, subject }) =>
    sentence`${actor} hat die Sperre nach Fehlversuchen beim Konto von ${subject ?? someone} aufgehoben`,
  'user.reset_sent': ({ actor, subject }) =>
    sentence`${actor} hat ${subject ?? someone} einen Link für ein neues Passwort geschickt`,
  'user.viewed': ({ actor, subject, word }) => {
    const parts = { details: 'das Konto', sessions: 'die Sitzungen', explanation: 'die Erklärung des Zugangs' };
    return sentence`${actor} hat ${word('part', parts) ?? 'das Konto'} von ${subject ?? someone} angesehen`;
  },
  'user.searched': ({ actor, number, word }) => {
    const places = {
      people: ' in der Liste der Personen',
      explanation: ' in der Erklärung des Zugangs',
      audit: ' im Protokoll',
    };
    const found = number('found') ?? 0;
    return sentence`${actor} hat${word('place', places) ?? ''} nach einer Person gesucht; ${found} gefunden`;
  },
  'import.started': ({ actor, is }) =>
    is('rehearsed')
      ? sentence`${actor} hat einen Import von Personen geprobt`
      : sentence`${actor} hat einen Import von Personen gestartet`,
  'import.ended': ({ actor, number, word }) => {
    const how = word('status', { DONE: 'ist beendet', CANCELED: 'wurde abgebrochen', FAILED: 'ist fehlgeschlagen' });
    const counts = `${number('created') ?? 0} angelegt, ${number('changed') ?? 0} geändert, ${number('refused') ?? 0} abgelehnt`;
    return sentence`Der Import von ${actor} ${how ?? 'ist beendet'}: ${counts}`;
  },
  'import.undone': ({ actor, number }) =>
    sentence`${actor} hat einen Import von Personen zurückgenommen: ${number('erased') ?? 0} Konten gelöscht, ${number('kept') ?? 0} behalten`,
  'people.exported': ({ actor, is }) =>
    is('withPasswords')
      ? sentence`${actor} hat alle Personen exportiert, mit den Hashes ihrer Passwörter`
      : sentence`${actor} hat alle Personen exportiert`,
  'super_admin.granted': ({ actor, subject }) =>
    sentence`${actor} hat ${subject ?? 'einen früheren Benutzer'} zum Super-Admin ernannt`,
  'second_factor_link.created': ({ actor, subject, time }) => {
    const end = time('expiresAt');
    const valid = end ? `, gültig bis ${end}` : '';
    return sentence`${actor} hat einen Link erstellt, mit dem ${subject ?? 'ein früherer Benutzer'} einen zweiten Faktor einrichten kann${valid}`;
  },
  'second_factor_link.used': ({ actor }) => sentence`${actor} hat mit einem Link einen zweiten Faktor eingerichtet`,
};
