import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const explain: typeof en.explain = {
  name: 'Zugang erklären',
  title: 'Warum kann diese Person das nicht nutzen?',
  lead: 'Alle Prüfungen, die entscheiden, ob jemand eine Anwendung nutzen kann, mit ihrem Ergebnis in diesem Moment. Die Abfrage wird protokolliert.',
  person: 'E-Mail-Adresse oder ID der Person',
  tenant: 'Organisation',
  tenantHint: 'Ihr Kurzname oder ihre ID.',
  application: 'Anwendung',
  choose: 'Anwendung auswählen',
  feature: 'Funktion (optional)',
  featureHint: 'Der Schlüssel, den die Anwendung abfragt, zum Beispiel reports.',
  submit: 'Erklären',
  missing: {
    person: 'Geben Sie die E-Mail-Adresse oder die ID einer Person ein.',
    tenant: 'Geben Sie den Kurznamen oder die ID einer Organisation ein.',
    application: 'Wählen Sie eine Anwendung aus.',
    feature: 'Eine Funktion hat höchstens 200 Zeichen.',
  },
  unknownPerson: 'Es gibt kein Konto mit dieser E-Mail-Adresse oder ID.',
  unknownApplication: 'Diese Anwendung gibt es nicht mehr. Wählen Sie eine andere aus.',
  result: 'Ergebnis',
  allowed: (person, application, tenant) => sentence`${person} kann ${application} in ${tenant} nutzen.`,
  refused: (person, application, tenant) => sentence`${person} kann ${application} in ${tenant} nicht nutzen.`,
  caption: 'Prüfungen',
  check: 'Prüfung',
  verdict: 'Ergebnis',
  meaning: 'Bedeutung',
  verdicts: { passed: 'Bestanden', failed: 'Nicht bestanden', notReached: 'Nicht geprüft' },
  notReached: 'Nicht geprüft, weil etwas fehlt, wovon diese Prüfung abhängt.',
  openPerson: 'Diese Person öffnen',
};

export const checks: typeof en.checks = {
  account_enabled: 'Konto nicht gesperrt',
  account_open: 'Konto nicht gelöscht',
  tenant: 'Organisation',
  membership: 'Mitglied',
  membership_active: 'Mitgliedschaft aktiv',
  seat: 'Lizenz',
  subscription_active: 'Abonnement aktiv',
  subscription_period: 'Laufzeit des Abonnements',
  feature: 'Funktion',
  second_factor: 'Zweiter Faktor',
  connection: 'Verbindung',
  sign_in_policy: 'Anmelderegeln',
  directory: 'Verzeichnis',
};

export const passed: typeof en.passed = {
  account_enabled: 'Das Konto ist nicht gesperrt.',
  account_open: 'Das Konto ist nicht gelöscht.',
  tenant: 'Die Organisation gibt es.',
  membership: 'Die Person ist Mitglied der Organisation.',
  membership_active: 'Die Mitgliedschaft ist nicht ausgesetzt.',
  seat: 'Die Person hat eine Lizenz der Anwendung.',
  subscription_active: 'Das Abonnement ist weder ausgesetzt noch gekündigt.',
  subscription_period: 'Das Abonnement hat begonnen und ist nicht abgelaufen.',
  feature: 'Die Lizenz enthält die Funktion.',
  second_factor: 'Die Organisation verlangt keinen zweiten Faktor, oder die Person hat einen.',
  connection: 'Die Person meldet sich über eine Verbindung der Organisation an.',
  sign_in_policy: 'Die Organisation hat Anmelderegeln, die die Person erfüllen kann.',
  directory: 'Ein Verzeichnis der Organisation sagt, dass die Person aktiv ist.',
};

export const failed: typeof en.failed = {
  ACCOUNT_DISABLED: 'Das Konto wurde vom Betreiber gesperrt.',
  ACCOUNT_DELETED: 'Das Konto wurde gelöscht, und seine Daten werden bald entfernt.',
  TENANT_NOT_FOUND: 'Diese Organisation gibt es nicht.',
  NOT_A_MEMBER: 'Die Person ist kein Mitglied der Organisation. Eine offene Einladung zählt nicht.',
  MEMBER_SUSPENDED: 'Die Mitgliedschaft ist ausgesetzt.',
  WAITING: 'Die Person wartet auf eine Lizenz der Anwendung. Es ist keine frei.',
  NO_SEAT: 'Die Person hat in dieser Organisation keine Lizenz der Anwendung.',
  SUBSCRIPTION_SUSPENDED: 'Das Abonnement der Lizenz ist ausgesetzt.',
  SUBSCRIPTION_CANCELED: 'Das Abonnement der Lizenz ist gekündigt.',
  SUBSCRIPTION_EXPIRED: 'Das Abonnement der Lizenz ist abgelaufen.',
  SUBSCRIPTION_NOT_STARTED: 'Das Abonnement der Lizenz hat noch nicht begonnen.',
  FEATURE_NOT_INCLUDED: 'Die Lizenz enthält diese Funktion nicht.',
  SECOND_FACTOR_REQUIRED:
    'Die Organisation verlangt einen zweiten Faktor, und die Person hat keinen. Die nächste Anmeldung fordert dazu auf, einen einzurichten.',
  SSO_REQUIRED:
    'Die Organisation verlangt Single Sign-on, und keine aktive Verbindung hat die Domain der E-Mail-Adresse.',
  CONNECTION_REFUSED: 'Die letzte Anmeldung über die Verbindung der Organisation wurde abgelehnt.',
  DIRECTORY_INACTIVE: 'Ein Verzeichnis der Organisation sagt, dass die Person nicht aktiv ist.',
};

export const subscriptions: typeof en.subscriptions = {
  name: 'Abonnements',
  title: 'Abonnements',
  lead: 'Wählen Sie eine Organisation, um zu sehen, was sie gekauft hat.',
  find: 'Name oder Kurzname',
  end: 'Ende',
  anyEnd: 'Jedes',
  endsSoon: 'In den nächsten 30 Tagen',
  ending: (count) =>
    count === 1
      ? '1 Abonnement endet in den nächsten 30 Tagen.'
      : line`${count === 100 ? '100 oder mehr' : count} Abonnements enden in den nächsten 30 Tagen.`,
  tenant: 'Organisation',
  tenants: 'Organisationen',
  unknown: 'Keine Organisation gefunden.',
  of: (tenant) => line`Abonnements von ${tenant}`,
  caption: 'Abonnements',
  empty: 'Diese Organisation hat noch keine Abonnements.',
  what: 'Lizenz',
  seats: 'Gekauft',
  held: 'Vergeben',
  state: 'Status',
  console: 'Verwaltung dieser Organisation öffnen',
  actions: 'Aktionen',
  change: 'Ändern',
  changeOf: (what) => line`: Abonnement von ${what}`,
  sellTitle: 'Lizenzen verkaufen',
  license: 'Lizenz',
  choose: 'Lizenz auswählen',
  quantity: 'Anzahl',
  startsAt: 'Erster Tag (optional)',
  startsHint: 'In UTC. Ohne Angabe beginnt das Abonnement sofort.',
  expiresAt: 'Letzter Tag (optional)',
  expiresHint: 'In UTC. Ohne Angabe läuft das Abonnement nicht ab.',
  sell: 'Lizenzen verkaufen',
  noTypes: 'Es gibt noch keine Lizenztypen. Erstellen Sie einen auf der Seite einer Anwendung.',
  status: 'Status',
  statuses: { ACTIVE: 'Aktiv', SUSPENDED: 'Ausgesetzt', CANCELED: 'Gekündigt' },
  save: 'Speichern',
};

export const subscription: typeof en.subscription = {
  title: (what) => line`Abonnement: ${what}`,
  tenant: 'Organisation',
  reduceTitle: (seats) =>
    seats === 1 ? 'Abonnement auf 1 Lizenz verkleinern?' : line`Abonnement auf ${seats} Lizenzen verkleinern?`,
  suspendTitle: 'Abonnement aussetzen?',
  cancelTitle: 'Abonnement kündigen?',
  endTitle: 'Abonnement früher ablaufen lassen?',
  reduce: 'Verkleinern',
  suspend: 'Aussetzen',
  cancel: 'Abonnement kündigen',
  end: 'Ende ändern',
  lose: (held, application) =>
    held === 1
      ? line`1 Person kann ${application} nicht mehr nutzen, bis das Abonnement wieder aktiv ist.`
      : line`${held} Personen können ${application} nicht mehr nutzen, bis das Abonnement wieder aktiv ist.`,
  loseLater: (held) =>
    held === 1 ? '1 Person hat eine Lizenz daraus.' : line`${held} Personen haben eine Lizenz daraus.`,
};

export const types: typeof en.types = {
  title: 'Lizenztypen',
  name: 'Lizenztypen',
  caption: 'Lizenztypen',
  empty: 'Diese Anwendung hat noch keine Lizenztypen.',
  type: 'Lizenztyp',
  slug: 'Kurzname',
  features: 'Funktionen',
  none: 'Keine',
  createTitle: 'Neuer Lizenztyp',
  nameLabel: 'Name',
  slugHint:
    'Kleinbuchstaben, Ziffern und Bindestriche. Anwendungen sehen ihn in ihren Tokens; er lässt sich später nicht ändern.',
  featuresLabel: 'Funktionen (optional)',
  featuresHint: 'Eine pro Zeile.',
  create: 'Lizenztyp erstellen',
  actions: 'Aktionen',
  change: 'Ändern',
  changeOf: (name) => line`: Lizenztyp ${name}`,
  of: (application, name) => line`Lizenztyp: ${application}, ${name}`,
  application: 'Anwendung',
  changeTitle: 'Ändern',
  changeHint: 'Eine Änderung gilt für alle, die eine solche Lizenz haben, ab der nächsten Prüfung.',
  save: 'Speichern',
  deleteTitle: 'Löschen',
  deleteHint: 'Dieser Lizenztyp wird nirgends genutzt und kann gelöscht werden.',
  delete: 'Lizenztyp löschen',
  inUse: 'Dieser Lizenztyp lässt sich nicht löschen, solange er genutzt wird:',
  more: (count) => line` und ${count} weitere`,
};

export const typeUses: typeof en.typeUses = {
  subscriptions: (count) =>
    count === 1 ? 'Abonnements von 1 Organisation' : line`Abonnements von ${count} Organisationen`,
  rules: (count) => (count === 1 ? 'Lizenzregeln von 1 Organisation' : line`Lizenzregeln von ${count} Organisationen`),
  requests: (count) =>
    count === 1 ? 'Offene Lizenzanfragen in 1 Organisation' : line`Offene Lizenzanfragen in ${count} Organisationen`,
};

export const typeConfirm: typeof en.typeConfirm = {
  deleteTitle: (name) => line`Lizenztyp ${name} löschen?`,
  delete: 'Lizenztyp löschen',
  deleteFact: 'Er kann nicht mehr verkauft werden. Das lässt sich nicht rückgängig machen.',
  narrowTitle: (name) => line`Den Lizenztyp ${name} einschränken?`,
  narrow: 'Lizenztyp ändern',
  lostFact: (features) => line`Diese Funktionen fallen weg: ${features}.`,
  loweredFact: (limits) => line`Diese Grenzwerte sinken: ${limits}.`,
  narrowFact: 'Das betrifft sofort alle, die eine solche Lizenz haben.',
};

export const notices: typeof en.notices = {
  sold: 'Die Lizenzen wurden verkauft.',
  changed: 'Das Abonnement wurde geändert.',
  unchanged: 'Es wurde nichts geändert.',
  'type-created': 'Der Lizenztyp wurde erstellt.',
  'type-changed': 'Der Lizenztyp wurde geändert.',
  'type-deleted': 'Der Lizenztyp wurde gelöscht.',
};

export const refusals: typeof en.refusals = {
  IN_USE:
    'Der Lizenztyp wird genutzt und lässt sich deshalb nicht löschen. Was ihn nutzt, steht unter „Löschen“. Es wurde nichts geändert.',
  SLUG_TAKEN: 'Ein anderer Lizenztyp dieser Anwendung hat diesen Kurznamen.',
  INVALID_LICENSE_TYPE: 'Wählen Sie eine Lizenz aus. Es wurde nichts geändert.',
  INVALID_APPLICATION_ID: 'Wählen Sie eine Lizenz aus. Es wurde nichts geändert.',
};

export const fields: typeof en.fields = {
  license: 'Wählen Sie eine Lizenz aus.',
  quantity: 'Geben Sie eine Zahl von 1 bis 1.000.000 ein.',
  startsAt: 'Geben Sie einen Tag in der Form 2027-01-31 ein.',
  expiresAt: 'Geben Sie einen Tag in der Form 2027-12-31 ein. Er darf nicht vor dem ersten Tag liegen.',
  status: 'Wählen Sie einen Status aus.',
  name: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
  slug: 'Verwenden Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche, höchstens 63 Zeichen.',
  features: 'Geben Sie jede Funktion nur einmal ein, höchstens 200, mit je höchstens 64 Zeichen.',
};
