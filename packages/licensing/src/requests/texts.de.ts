import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const requests: typeof en.requests = {
  name: 'Anfragen und Warteliste',
  title: (application) => line`Anfragen für ${application}`,
  show: 'Anzeigen',
  choices: {
    open: 'Offene Anfragen',
    PENDING: 'Zu entscheiden',
    WAITING: 'Warteliste',
    GRANTED: 'Genehmigt',
    DECLINED: 'Abgelehnt',
  },
  pending: 'Zu entscheiden',
  noPending: 'Niemand bittet um eine Lizenz.',
  waiting: 'Warteliste',
  waitingLead: 'Die nächste freie Lizenz eines Lizenztyps erhält, wer an erster Stelle steht.',
  noWaiting: 'Niemand wartet auf eine Lizenz.',
  decided: { GRANTED: 'Genehmigte Anfragen', DECLINED: 'Abgelehnte Anfragen' },
  noDecided: {
    GRANTED: 'Noch wurde keine Anfrage genehmigt.',
    DECLINED: 'Noch wurde keine Anfrage abgelehnt.',
  },
  all: (count) => line`Alle ${count} anzeigen`,
  position: 'Platz',
  person: 'Name',
  licenseType: 'Lizenztyp',
  anyType: 'Beliebig',
  note: 'Notiz',
  since: 'Angefragt',
  decidedAt: 'Entschieden',
  actions: 'Aktionen',
  decide: 'Entscheiden',
  of: (person) => line` über die Anfrage von ${person}`,
  takeOff: 'Von der Liste nehmen',
  ofWaiting: (person) => line`, Anfrage von ${person}`,
};

export const decision: typeof en.decision = {
  name: 'Anfrage',
  title: (person) => line`Anfrage von ${person}`,
  email: 'E-Mail-Adresse',
  wants: 'Gewünschte Lizenz',
  state: 'Zustand',
  states: { PENDING: 'Zu entscheiden', WAITING: 'Wartet', GRANTED: 'Genehmigt', DECLINED: 'Abgelehnt' },
  place: (position) => line`Platz ${position} auf der Warteliste`,
  form: 'Ihre Entscheidung',
  licenseType: 'Lizenztyp',
  choice: (type, free) => (free > 0 ? line`${type} (${free} frei)` : line`${type} (keine frei)`),
  notActive: (type) => line`${type} (Abonnement nicht aktiv)`,
  full: 'Wenn keine Lizenz frei ist, kommt die Person an das Ende der Warteliste.',
  note: 'Notiz an die Person',
  noteHint: 'Freiwillig, höchstens 500 Zeichen. Sie steht in der E-Mail.',
  approve: 'Genehmigen',
  decline: 'Ablehnen',
  noteTooLong: 'Geben Sie höchstens 500 Zeichen ein.',
  chooseType: 'Wählen Sie einen Lizenztyp.',
};

export const confirm: typeof en.confirm = {
  decline: (person) => line`Die Anfrage von ${person} ablehnen?`,
  declineButton: 'Ablehnen',
  takeOff: (person) => line`${person} von der Warteliste nehmen?`,
  takeOffButton: 'Von der Liste nehmen',
};

export const notices: typeof en.notices = {
  GRANTED: 'Die Anfrage wurde genehmigt. Die Person hat eine Lizenz.',
  WAITING: 'Die Anfrage wurde genehmigt. Keine Lizenz ist frei, deshalb steht die Person auf der Warteliste.',
  DECLINED: 'Die Anfrage wurde abgelehnt.',
  'taken-off': 'Die Person steht nicht mehr auf der Warteliste.',
};

export const refusals: typeof en.refusals = {
  REQUEST_DECIDED: 'Über diese Anfrage wurde soeben entschieden. Nichts wurde geändert.',
  REQUEST_NOT_FOUND: 'Diese Anfrage gibt es nicht mehr.',
  ALREADY_LICENSED: 'Diese Person hat bereits eine Lizenz für die Anwendung. Nichts wurde geändert.',
  NO_SEATS_AVAILABLE: 'Ihre Organisation hat kein Abonnement dieser Lizenz. Nichts wurde geändert.',
  INVALID_LICENSE_TYPE: 'Wählen Sie einen Lizenztyp dieser Anwendung. Nichts wurde geändert.',
};
