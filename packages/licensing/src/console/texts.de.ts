import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const licenses: typeof en.licenses = {
  name: 'Lizenzen',
  title: 'Lizenzen',
  lead: 'Was Ihre Organisation gekauft hat und wie viele Lizenzen vergeben sind.',
  empty: 'Ihre Organisation hat noch keine Lizenzen.',
  open: 'Lizenzen und Inhaber',
  openOf: (application) => line` von ${application}`,
  requests: (pending, waiting) => {
    const asked = pending === 1 ? '1 offene Anfrage' : line`${pending} offene Anfragen`;
    if (waiting === 0) return asked;
    return pending === 0 ? line`${waiting} auf der Warteliste` : line`${asked}, ${waiting} auf der Warteliste`;
  },
  chart: (application) => line`Lizenzen für ${application}`,
  licenseType: 'Lizenztyp',
  application: 'Anwendung',
  held: 'Vergeben',
  free: 'Frei',
  bought: 'Gekauft',
  subscriptions: (application) => line`Abonnements von ${application}`,
  seats: 'Lizenzen',
  state: 'Zustand',
};

export const tabs: typeof en.tabs = {
  label: 'Seiten dieser Anwendung',
  holders: 'Inhaber',
  requests: 'Anfragen und Warteliste',
  rules: 'Regeln',
  leases: 'Ausleihen',
  history: 'Verlauf',
};

export const states: typeof en.states = {
  active: 'Aktiv',
  until: (date) => line`Aktiv bis ${date}`,
  begins: (date) => line`Beginnt am ${date}`,
  suspended: 'Ausgesetzt',
  canceled: 'Gekündigt',
  ended: 'Abgelaufen',
  endedOn: (date) => line`Abgelaufen am ${date}`,
};

export const own: typeof en.own = {
  title: 'Ihre Lizenzen',
  caption: 'Ihre Lizenzen',
  empty: 'Sie haben für keine Anwendung eine Lizenz. Bitten Sie einen Admin Ihrer Organisation darum.',
  since: 'Seit',
  state: 'Zustand',
};

export const use: typeof en.use = { yes: 'Nutzbar', no: 'Nicht nutzbar' };

export const reasons: typeof en.reasons = {
  NOT_A_MEMBER: 'Kein Mitglied dieser Organisation.',
  ACCOUNT_DISABLED: 'Das Konto ist gesperrt.',
  MEMBER_SUSPENDED: 'Die Mitgliedschaft ist ausgesetzt.',
  WAITING: 'Auf der Warteliste für eine Lizenz dieser Anwendung.',
  NO_SEAT: 'Keine Lizenz für diese Anwendung.',
  SUBSCRIPTION_SUSPENDED: 'Das Abonnement ist ausgesetzt.',
  SUBSCRIPTION_CANCELED: 'Das Abonnement wurde gekündigt.',
  SUBSCRIPTION_EXPIRED: 'Das Abonnement ist abgelaufen.',
  SUBSCRIPTION_NOT_STARTED: 'Das Abonnement hat noch nicht begonnen.',
  FEATURE_NOT_INCLUDED: 'Die Lizenz umfasst das nicht.',
};

export const holders: typeof en.holders = {
  title: (application) => line`Lizenzen für ${application}`,
  heading: 'Inhaber',
  grant: 'Lizenzen vergeben',
  download: 'Als CSV herunterladen',
  search: 'Nach Name oder E-Mail suchen',
  total: (count, one) => (one ? '1 Lizenz ist vergeben.' : line`${count} Lizenzen sind vergeben.`),
  caption: 'Inhaber von Lizenzen',
  select: 'Auswählen',
  selectOne: (name) => line`${name} auswählen`,
  person: 'Person',
  email: 'E-Mail',
  licenseType: 'Lizenztyp',
  since: 'Seit',
  state: 'Zustand',
  userId: 'Benutzer-ID',
  takeBack: 'Ausgewählte Lizenzen entziehen',
  newType: 'Neuer Lizenztyp',
  changeType: 'Typ der ausgewählten Lizenzen ändern',
  empty: 'Noch hat niemand eine Lizenz.',
  noMatch: 'Es wurde niemand mit einer Lizenz gefunden. Suchen Sie nach dem Anfang eines Namens oder einer E-Mail.',
  moreMatches:
    'Unter den ersten Treffern hat niemand eine Lizenz. Öffnen Sie die nächste Seite oder geben Sie mehr vom Namen ein.',
};

export const grant: typeof en.grant = {
  name: 'Lizenzen vergeben',
  title: (application) => line`Lizenzen für ${application} vergeben`,
  lead: 'Wählen Sie Mitglieder, die noch keine Lizenz für diese Anwendung haben. Entweder erhalten alle eine Lizenz oder niemand.',
  search: 'Mitglieder nach Name oder E-Mail suchen',
  caption: 'Mitglieder ohne Lizenz',
  chosen: 'Ausgewählte Mitglieder',
  licenseType: 'Lizenztyp',
  choice: (type, free) => line`${type} (${free} frei)`,
  submit: 'Lizenzen vergeben',
  none: 'Für diese Anwendung ist keine Lizenz frei. Entziehen Sie zuerst eine oder kaufen Sie weitere.',
  notActive: 'Kein Abonnement dieser Anwendung ist aktiv: Es ist ausgesetzt, gekündigt oder abgelaufen.',
  empty: 'Alle aktiven Mitglieder haben eine Lizenz für diese Anwendung.',
  noMatch: 'Es wurde kein Mitglied ohne Lizenz gefunden. Suchen Sie nach dem Anfang eines Namens oder einer E-Mail.',
  moreMatches:
    'Die ersten Treffer haben alle eine Lizenz. Öffnen Sie die nächste Seite oder geben Sie mehr vom Namen ein.',
  all: 'Zurück zu allen Mitgliedern',
};

export const refused: typeof en.refused = {
  granted: 'Es wurde keine Lizenz vergeben.',
  takenBack: 'Es wurde keine Lizenz entzogen.',
  changed: 'Es wurde keine Lizenz geändert.',
  unknown: 'Jemand außerhalb dieser Organisation',
  ALREADY_LICENSED: (name) => sentence`${name} hat bereits eine Lizenz für diese Anwendung.`,
  USER_NOT_FOUND: (name) => sentence`${name} ist kein aktives Mitglied.`,
  NO_SEATS_AVAILABLE: (name) => sentence`Für ${name} ist keine Lizenz mehr frei.`,
  SEAT_LEASED: (name) =>
    sentence`Die Lizenz von ${name} ist ausgeliehen. Beenden Sie zuerst die Ausleihe oder warten Sie ihr Ende ab.`,
  LICENSE_NOT_FOUND: (name) => sentence`${name} hat keine Lizenz für diese Anwendung mehr.`,
};

export const takeBack: typeof en.takeBack = {
  one: (name) => line`${name} die Lizenz entziehen?`,
  many: (count) => line`${count} Lizenzen entziehen?`,
  button: 'Entziehen',
  fact: (application) => line`Wer die Lizenz verliert, kann ${application} nicht mehr nutzen.`,
};

export const change: typeof en.change = {
  one: (name, type) => line`Die Lizenz von ${name} in ${type} ändern?`,
  many: (count, type) => line`${count} Lizenzen in ${type} ändern?`,
  button: 'Ändern',
  fact: 'Dazwischen ist niemand ohne Lizenz. Die bisherigen Lizenzen werden frei oder gehen an Wartende.',
};

export const member: typeof en.member = {
  name: 'Lizenzen',
  title: 'Lizenzen',
  caption: 'Lizenzen',
  empty: 'Keine Lizenzen.',
  actions: 'Aktionen',
  takeBack: 'Entziehen',
  of: (application) => line`: Lizenz für ${application}`,
  license: 'Lizenz',
  grant: 'Lizenz vergeben',
  inactive: 'Nur aktive Mitglieder können Lizenzen haben.',
  noneFree: 'Es gibt keine freie Lizenz, die vergeben werden kann.',
  notActive: 'Kein Abonnement ist aktiv. Deshalb kann keine Lizenz vergeben werden.',
  nothingBought: 'Ihre Organisation hat keine Lizenzen gekauft. Deshalb kann keine vergeben werden.',
  hasAll: 'Dieses Mitglied hat für jede Anwendung eine Lizenz.',
  instead: (type, free, held) => line`${type} (${free} frei) statt ${held}`,
};

export const overview: typeof en.overview = {
  title: 'Lizenzen',
  chart: 'Lizenzen nach Anwendung',
  requests: (application, count) =>
    count === 1
      ? line`${application}: 1 Anfrage zu entscheiden`
      : line`${application}: ${count} Anfragen zu entscheiden`,
  ends: (what, date) => line`${what}: Das Abonnement endet am ${date}.`,
  ended: (what, date) => line`${what}: Das Abonnement ist am ${date} abgelaufen.`,
  over: (what) => line`${what}: Das Abonnement ist abgelaufen.`,
  suspended: (what) => line`${what}: Das Abonnement ist ausgesetzt.`,
  canceled: (what) => line`${what}: Das Abonnement wurde gekündigt.`,
  held: (count) => (count === 1 ? '1 Person hat davon eine Lizenz.' : line`${count} Personen haben davon eine Lizenz.`),
  full: (application) => line`${application}: Keine Lizenz ist frei.`,
  more: 'Alle Lizenzen',
};

export const notices: typeof en.notices = {
  granted: 'Die Lizenzen wurden vergeben.',
  'taken-back': 'Die Lizenzen wurden entzogen.',
  'type-changed': 'Die Lizenzen wurden geändert.',
  'seat-changed': 'Die Lizenz wurde geändert.',
  'seat-granted': 'Die Lizenz wurde vergeben.',
  'seat-taken-back': 'Die Lizenz wurde entzogen.',
};

export const refusals: typeof en.refusals = {
  NONE_CHOSEN: 'Wählen Sie mindestens eine Person aus. Es wurde nichts geändert.',
  TOO_MANY_CHOSEN: 'Wählen Sie höchstens 200 Personen auf einmal aus. Es wurde nichts geändert.',
  INVALID_LICENSE_TYPE: 'Wählen Sie einen Lizenztyp dieser Anwendung. Es wurde nichts geändert.',
  NO_SEATS_AVAILABLE: 'Von diesem Lizenztyp ist keine Lizenz frei. Es wurde nichts geändert.',
  NOTHING_BOUGHT: 'Ihre Organisation hat diese Lizenz nicht gekauft. Es wurde nichts geändert.',
  NOT_ACTIVE: 'Das Abonnement dieser Lizenz ist nicht aktiv. Es wurde nichts geändert.',
  ALREADY_LICENSED: 'Dieses Mitglied hat bereits eine Lizenz für die Anwendung. Es wurde nichts geändert.',
  USER_NOT_FOUND: 'Nur aktive Mitglieder können eine Lizenz erhalten. Es wurde nichts geändert.',
  LICENSE_NOT_FOUND: 'Dieses Mitglied hat keine Lizenz für die Anwendung mehr. Es wurde nichts geändert.',
  SEAT_LEASED:
    'Eine Lizenz ist für die Arbeit ohne Verbindung bis zu einem späteren Tag ausgeliehen. Es wurde nichts geändert.',
};
