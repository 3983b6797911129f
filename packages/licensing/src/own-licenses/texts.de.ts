import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const page: typeof en.page = {
  name: 'Lizenzen',
  title: 'Ihre Lizenzen',
  none: 'Sie haben keine Lizenzen.',
  since: (day) => sentence`Seit ${day}`,
  requests: 'Anfragen und Wartelisten',
  asked: (day) => sentence`Angefragt am ${day}`,
  causes: {
    rule: (day) => sentence`Durch eine Lizenzregel der Organisation, ${day}`,
    invitation: (day) => sentence`Mit Ihrer Einladung, ${day}`,
    assignment: (day) => sentence`Von einem Admin auf die Liste gesetzt, ${day}`,
  },
  pending: 'Noch nicht entschieden',
  waiting: (position) => line`Platz ${position} auf der Warteliste`,
  withdraw: 'Zurückziehen',
  ofRequest: (application) => line`: Anfrage für ${application}`,
  ask: 'Um eine Lizenz bitten',
  askLead: 'Die Verwaltung der Organisation entscheidet. Sie erhalten die Antwort per E-Mail.',
  license: 'Lizenz',
  any: (application) => line`${application}: beliebiger Lizenztyp`,
  note: 'Notiz',
  noteHint: 'Freiwillig, höchstens 500 Zeichen. Zum Beispiel, wofür Sie die Lizenz brauchen.',
  submit: 'Lizenz anfragen',
  noteTooLong: 'Geben Sie höchstens 500 Zeichen ein.',
  chooseLicense: 'Wählen Sie eine Lizenz.',
};

export const notices: typeof en.notices = {
  requested: 'Ihre Anfrage wurde gesendet.',
  withdrawn: 'Ihre Anfrage wurde zurückgezogen.',
};

export const refusals: typeof en.refusals = {
  REQUEST_EXISTS: 'Sie haben für diese Anwendung bereits um eine Lizenz gebeten.',
  REQUEST_DECIDED: 'Über diese Anfrage wurde soeben entschieden. Nichts wurde geändert.',
  REQUEST_NOT_FOUND: 'Diese Anfrage gibt es nicht mehr.',
  ALREADY_LICENSED: 'Sie haben bereits eine Lizenz für diese Anwendung.',
  NO_SEATS_AVAILABLE: 'Die Organisation hat kein Abonnement dieser Lizenz mehr.',
  INVALID_APPLICATION_ID: 'Wählen Sie eine Lizenz.',
  INVALID_LICENSE_TYPE: 'Wählen Sie eine Lizenz.',
  USER_NOT_FOUND: 'Sie sind nicht mehr Mitglied dieser Organisation.',
  SECOND_FACTOR_REQUIRED:
    'Diese Organisation verlangt einen zweiten Faktor. Melden Sie sich ab und mit Ihrem zweiten Faktor wieder an.',
};
