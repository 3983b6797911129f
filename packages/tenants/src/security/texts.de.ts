import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

const people = (count: number) =>
  count === 1 ? '1 Mitglied hat' : line`${count.toLocaleString('de-DE')} Mitglieder haben`;

export const security: typeof en.security = {
  name: 'Anmeldesicherheit',
  title: 'Anmeldesicherheit',
  policyTitle: 'Zweiter Faktor',
  required: 'Vorgeschrieben',
  optional: 'Freiwillig',
  requiredLead:
    'Wer sich bei dieser Organisation anmeldet, braucht einen zweiten Faktor: eine Authenticator-App oder einen Passkey.',
  optionalLead: 'Mitglieder entscheiden selbst, ob sie einen zweiten Faktor verwenden.',
  without: (count, orMore) => {
    if (count === 0 && !orMore) return 'Alle Mitglieder haben einen zweiten Faktor.';
    return orMore
      ? line`Mindestens ${people(count)} keinen zweiten Faktor.`
      : line`${people(count)} keinen zweiten Faktor.`;
  },
  turnOn: 'Zweiten Faktor vorschreiben',
  turnOff: 'Freiwillig machen',
};

export const securityConfirm: typeof en.securityConfirm = {
  onTitle: 'Allen einen zweiten Faktor vorschreiben?',
  onButton: 'Vorschreiben',
  onFact: 'Sie richten ihn bei ihrer nächsten Anmeldung ein. Bis dahin können sie diese Organisation nicht verwenden.',
  onFactOfOne:
    'Dieses Mitglied richtet ihn bei der nächsten Anmeldung ein und kann die Organisation bis dahin nicht nutzen.',
  onOthers: 'Mitglieder, die einen haben, geben ihn bei der nächsten Anmeldung zu dieser Organisation ein.',
  onSelf: 'Sie werden gleich danach nach einem zweiten Faktor gefragt.',
  offTitle: 'Den zweiten Faktor freiwillig machen?',
  offButton: 'Freiwillig machen',
  offFact: 'Mitglieder ohne zweiten Faktor können sich dann in einem Schritt anmelden.',
  offKept: 'Mitglieder mit einem zweiten Faktor behalten ihn.',
};

export const securityNotices: typeof en.securityNotices = {
  policy: 'Die Anmelderegeln wurden gespeichert.',
  required: 'Ein zweiter Faktor ist jetzt vorgeschrieben.',
  optional: 'Der zweite Faktor ist jetzt freiwillig.',
};
