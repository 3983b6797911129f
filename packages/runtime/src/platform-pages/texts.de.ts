import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const clients: typeof en.clients = {
  name: 'Clients',
  title: 'Clients',
  search: 'Name oder ID',
  empty: 'Kein Client gefunden.',
  create: 'Neuer Client',
  client: 'Client',
  type: 'Art',
  firstParty: 'Eigene Anwendung',
  application: 'Anwendung',
  tenant: 'Organisation',
};

export const clientTypes: typeof en.clientTypes = {
  CONFIDENTIAL: 'Webanwendung',
  SPA: 'Single-Page-Anwendung',
  MACHINE: 'Maschine',
};

export const client: typeof en.client = {
  blocked: 'Gesperrt',
  blockTitle: 'Client sperren',
  blockHint:
    'Einen gesperrten Client kann niemand nutzen, in keiner Organisation. Seine Einstellungen und was ihm erlaubt wurde bleiben.',
  blockedSince: (time) => sentence`Seit ${time} kann niemand diesen Client nutzen.`,
  block: 'Sperren',
  unblock: 'Entsperren',
  id: 'Client-ID',
  idHint: '3 bis 100 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche. Sie lässt sich später nicht ändern.',
  typeHint:
    'Sie lässt sich später nicht ändern. Eine Maschine handelt für sich selbst; niemand meldet sich bei ihr an.',
  none: 'Keine',
  newLead:
    'Ohne Scopes bekommt eine Anwendung openid, profile, email und offline_access. Eine Maschine braucht mindestens einen.',
  settings: 'Einstellungen',
  save: 'Speichern',
  created: 'Erstellt',
  secrets: 'Secrets',
  noSecrets: 'Dieser Client hat kein gültiges Secret.',
  expires: 'Gültig bis',
  never: 'Unbegrenzt',
  grace: 'Die bisherigen Secrets gelten weiter',
  replaceSecret: 'Secret ersetzen',
  deleteTitle: 'Löschen',
  deleteHint: 'Mit dem Client werden auch seine Secrets, Zustimmungen, Grants und Tokens gelöscht.',
  delete: 'Client löschen',
  createdWithSecret: (name) => line`${name} wurde erstellt.`,
  newSecret: 'Der Client hat ein neues Secret.',
};

export const graceNames: typeof en.graceNames = {
  now: 'Gar nicht: Das Secret ist bekannt geworden',
  hour: 'Eine Stunde',
  day: 'Einen Tag',
  week: '7 Tage',
  month: '30 Tage',
};

export const clientConfirm: typeof en.clientConfirm = {
  confirmTitle: (name) => line`${name} bestätigen?`,
  confirm: 'Client bestätigen',
  confirmFact: 'Super-Admins, die sich bei ihm anmelden, haben dort alle ihre Rechte.',
  confirmUri: (uri) => line`Seine Tokens gehen an ${uri}`,
  blockTitle: (name) => line`${name} sperren?`,
  block: 'Client sperren',
  blockFact:
    'Niemand kann sich damit anmelden, bis Sie ihn entsperren, und alle seine Berechtigungen und Tokens enden sofort, auch die einer Maschine.',
  deleteTitle: (name) => line`${name} löschen?`,
  delete: 'Client löschen',
  deleteFact:
    'Niemand kann sich mehr damit anmelden, und alle seine Tokens enden sofort. Das lässt sich nicht rückgängig machen.',
  secretTitle: (name) => line`Secret von ${name} ersetzen?`,
  secret: 'Secret ersetzen',
  secretFacts: {
    now: 'Die bisherigen Secrets enden sofort, ebenso die Tokens einer Maschine.',
    hour: 'Die bisherigen Secrets gelten noch eine Stunde.',
    day: 'Die bisherigen Secrets gelten noch einen Tag.',
    week: 'Die bisherigen Secrets gelten noch 7 Tage.',
    month: 'Die bisherigen Secrets gelten noch 30 Tage.',
  },
  secretShown: 'Das neue Secret wird auf der nächsten Seite angezeigt, nur einmal.',
  narrowTitle: (name) => line`Rechte von ${name} ändern?`,
  narrow: 'Ändern',
  narrowFact:
    'Der Client verliert einen Scope, bekommt eine andere Organisation oder braucht gebundene Tokens. Alle seine Grants und Tokens enden sofort.',
};

export const clientNotices: typeof en.clientNotices = {
  blocked: 'Der Client wurde gesperrt.',
  unblocked: 'Der Client wurde entsperrt.',
  confirmed: 'Der Client wurde bestätigt.',
  created: 'Der Client wurde erstellt.',
  changed: 'Der Client wurde geändert.',
  unchanged: 'Es wurde nichts geändert.',
  deleted: 'Der Client wurde gelöscht.',
};

export const clientRefusals: typeof en.clientRefusals = {
  CLIENT_CHANGED: 'Eine Maschine hat den Client inzwischen geändert. Sehen Sie ihn sich noch einmal an.',
};

export const unconfirmed: typeof en.unconfirmed = {
  badge: 'Nicht bestätigt',
  heading: 'Client bestätigen',
  lead: 'Eine Maschine hat diesen Client erstellt oder geändert. Super-Admins haben mit ihm keine Rechte, bis einer von Ihnen ihn bestätigt. Prüfen Sie vorher die Redirect-URIs und wer sein Secret hat.',
  changed: 'Geändert',
  changedBy: 'Von der Maschine',
  since: 'Erste Änderung',
  changedAt: 'Letzte Änderung',
  confirm: 'Bestätigen',
  changes: {
    created: 'der ganze Client',
    secret: 'Secret',
    unblocked: 'entsperrt',
  },
};

export const applications: typeof en.applications = {
  name: 'Anwendungen',
  title: 'Anwendungen',
  search: 'Name',
  empty: 'Keine Anwendung gefunden.',
  application: 'Anwendung',
  id: 'ID',
  types: 'Lizenztypen',
  clients: 'Clients',
  client: 'Client',
  noClients: 'Zu dieser Anwendung gehört kein Client.',
  createTitle: 'Neue Anwendung',
  nameLabel: 'Name',
  create: 'Anwendung erstellen',
  invalid: 'Geben Sie einen Namen ein, den keine andere Anwendung hat.',
  agentsTitle: 'Agenten',
  agentsLabel: 'Lizenzen von Agenten',
  agentsHint: 'Ein Agent ist ein Client, der mit getauschten Tokens für Personen handelt.',
  agentsChoices: { 'of-the-person': 'Die Lizenz der Person genügt', own: 'Jeder Agent braucht eine eigene Lizenz' },
  saveAgents: 'Speichern',
  renameTitle: 'Umbenennen',
  rename: 'Namen speichern',
  deleteTitle: 'Löschen',
  deleteHint: 'Mit der Anwendung werden auch ihre Lizenztypen gelöscht.',
  delete: 'Anwendung löschen',
  inUse: 'Diese Anwendung lässt sich nicht löschen, solange sie genutzt wird:',
  more: (count) => line` und ${count} weitere`,
};

export const applicationUses: typeof en.applicationUses = {
  subscriptions: (count) =>
    count === 1 ? 'Abonnements von 1 Organisation' : line`Abonnements von ${count} Organisationen`,
  rules: (count) => (count === 1 ? 'Lizenzregeln von 1 Organisation' : line`Lizenzregeln von ${count} Organisationen`),
  requests: (count) =>
    count === 1 ? 'Offene Lizenzanfragen in 1 Organisation' : line`Offene Lizenzanfragen in ${count} Organisationen`,
  clients: (count) => (count === 1 ? '1 Client' : line`${count} Clients`),
};

export const applicationConfirm: typeof en.applicationConfirm = {
  title: (name) => line`${name} löschen?`,
  button: 'Anwendung löschen',
  facts: ['Ihre Lizenztypen werden mit gelöscht. Das lässt sich nicht rückgängig machen.'],
};

export const applicationNotices: typeof en.applicationNotices = {
  created: 'Die Anwendung wurde erstellt.',
  renamed: 'Der Name wurde gespeichert.',
  'agents-saved': 'Die Regel für Agenten wurde gespeichert.',
  deleted: 'Die Anwendung wurde gelöscht.',
};

export const applicationRefusals: typeof en.applicationRefusals = {
  IN_USE:
    'Die Anwendung wird genutzt und lässt sich deshalb nicht löschen. Was sie nutzt, steht unter „Löschen“. Es wurde nichts geändert.',
};

export const keys: typeof en.keys = {
  name: 'Schlüssel',
  title: 'Signaturschlüssel',
  lead: 'Die Schlüssel, mit denen Tokens signiert werden. Private Schlüssel werden nie angezeigt.',
  key: 'Schlüssel',
  state: 'Status',
  created: 'Erstellt',
  activeFrom: 'Signiert ab',
  publishedUntil: 'Veröffentlicht bis',
  noEnd: 'Unbegrenzt',
  replaceTitle: 'Schlüssel ersetzen',
  replaceHint:
    'Ein neuer Schlüssel wird jetzt veröffentlicht und signiert in einem Tag, wenn alle Clients ihn abgerufen haben. Der alte bleibt für seine letzten Tokens gültig.',
  hasNext: 'Der nächste Schlüssel ist bereits veröffentlicht. Er ersetzt den, der jetzt signiert.',
  leaked:
    'Ist der Schlüssel bekannt geworden, warten Sie nicht: Verwenden Sie den Befehl „identity-server keys rotate --compromised“.',
  replace: 'Schlüssel ersetzen',
};

export const keyStates: typeof en.keyStates = {
  active: 'Signiert Tokens',
  next: 'Nächster: veröffentlicht, signiert noch nicht',
  retiring: 'Läuft aus: Tokens können noch gültig sein',
  former: 'Früherer: nur noch für alte Abmeldungen',
};

export const keyConfirm: typeof en.keyConfirm = {
  title: 'Signaturschlüssel ersetzen?',
  button: 'Schlüssel ersetzen',
  facts: [
    'Der neue Schlüssel wird jetzt veröffentlicht und signiert in einem Tag. Tokens des alten gelten, bis sie ablaufen.',
    'Clients, die die Schlüssel nie wieder abrufen, lehnen neue Tokens ab.',
  ],
};

export const keyNotices: typeof en.keyNotices = {
  announced: 'Der nächste Schlüssel ist veröffentlicht. Er signiert in einem Tag.',
  already: 'Der nächste Schlüssel war bereits veröffentlicht. Es wurde nichts geändert.',
};

export const queues: typeof en.queues = {
  name: 'Warteschlangen',
  title: 'Warteschlangen',
  lead: 'Was auf den Versand wartet. Einträge werden von selbst noch einmal versucht; aufgegebene E-Mails sind fehlgeschlagen.',
  queue: 'Warteschlange',
  waiting: 'Wartend',
  failed: 'Fehlgeschlagen',
  oldest: 'Ältester wartet seit',
  none: '–',
  empty: 'Diese Warteschlange ist leer.',
  entries: 'Einträge',
  recipient: 'Empfänger',
  client: 'Client',
  state: 'Status',
  isFailed: 'Fehlgeschlagen',
  isWaiting: 'Wartet',
  attempts: (count) => (count === 1 ? '1 Versuch' : line`${count} Versuche`),
  next: 'Nächster Versuch',
  queued: 'Eingereiht',
  actions: 'Aktionen',
  retry: 'Noch einmal versuchen',
};

export const queueNames: typeof en.queueNames = { mail: 'E-Mails', 'logout-notices': 'Abmelde-Nachrichten' };
export const queueNotices: typeof en.queueNotices = { retried: 'Es wird jetzt noch einmal versucht.' };

export const numbers: typeof en.numbers = {
  title: 'Zahlen',
  tenants: 'Organisationen',
  users: 'Personen',
  waiting: (queue) => line`${queue} in der Warteschlange`,
};

export const attention: typeof en.attention = {
  failed: (queue, count) => line`${queue}: ${count} fehlgeschlagen.`,
  stuck: (queue) => line`${queue}: Der älteste Eintrag wartet seit mehr als einer Stunde.`,
  oldKey: (date) =>
    line`Der Signaturschlüssel ist seit dem ${date} in Gebrauch. Ersetzen Sie ihn mindestens einmal im Jahr.`,
};

export const activity: typeof en.activity = {
  title: 'Aktivität',
  lead: 'Alle fünf Minuten gezählt. Die Tage sind Tage in UTC.',
  chart: (days) => line`Die Zahlen von jedem der letzten ${days} Tage, in UTC`,
  day: 'Tag',
  numbers: 'Zahlen jedes Tages anzeigen',
  none: 'Es wurde noch nichts gezählt. Die ersten Zahlen erscheinen nach einigen Minuten.',
  now: 'jetzt',
  inDays: (days) => line`in ${days} Tagen`,
};

export const figures: typeof en.figures = {
  'sign-ins': 'Anmeldungen',
  'new-people': 'Neue Personen',
  'held-seats': 'Vergebene Lizenzen',
  'token-requests': 'Ausgestellte Token',
  'failed-mails': 'Fehlgeschlagene E-Mails',
  'failed-deliveries': 'Fehlgeschlagene Webhook-Zustellungen',
};
