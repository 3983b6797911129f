import { line } from '@org/identity-ui';

/** The list of webhooks. */
export const webhooks = {
  name: 'Webhooks',
  title: 'Webhooks',
  lead: 'Ein Webhook sendet Ereignisse an ein anderes System, sobald sie eintreten: ein Mitglied ist gegangen, eine Lizenz wurde vergeben. Jede Anfrage ist mit dem Geheimnis des Webhooks signiert.',
  heading: 'Alle Webhooks',
  empty: 'Es gibt noch keine Webhooks.',
  url: 'URL',
  events: 'Ereignisse',
  state: 'Zustand',
  created: 'Angelegt',
  waiting: 'Wartend',
  waitingSince: (seconds: string) => line`ältestes seit ${seconds}`,
  addHeading: 'Webhook anlegen',
  urlHint: 'Wohin die Ereignisse gesendet werden, zum Beispiel https://example.com/webhooks.',
  description: 'Beschreibung (freiwillig)',
  add: 'Webhook anlegen',
  all: 'Alle Ereignisse',
  failing: (count: number) => (count === 1 ? '1 Webhook schlägt fehl' : line`${count} Webhooks schlagen fehl`),
};

/** The choice of events. */
export const eventPicks = {
  hint: 'Mit einer ganzen Gruppe bekommt der Webhook auch Arten von Ereignissen, die später dazukommen.',
  some: 'Nur ausgewählte Ereignisse',
  allOfGroup: 'Alle dieser Gruppe',
  more: 'Weitere',
  others: 'Nicht mehr bekannt',
  stale: 'Kein Ereignis ist zurzeit von dieser Art',
};

export const eventGroups = {
  people: 'Mitglieder und Organisationen',
  licenses: 'Lizenzen',
  accounts: 'Konten und Anmeldung',
  operation: 'Betrieb',
};

/** The kinds of events, by the first word of their types. */
export const eventKinds = {
  member: 'Mitglieder',
  invitation: 'Einladungen',
  tenant: 'Organisationen',
  seat: 'Vergebene Lizenzen',
  license_request: 'Lizenzanfragen',
  license_rule: 'Lizenzregeln',
  lease: 'Ausleihen',
  subscription: 'Abonnements',
  license_type: 'Lizenztypen',
  license_mails: 'Lizenz-E-Mails',
  account: 'Konten',
  profile: 'Profile',
  email: 'E-Mail-Adressen',
  password: 'Passwörter',
  session: 'Sitzungen',
  sign_in: 'Fehlgeschlagene Anmeldungen',
  sso: 'Anmeldedienste',
  mfa: 'Zweite Faktoren',
  recovery_codes: 'Neue Wiederherstellungscodes',
  recovery_code: 'Benutzte Wiederherstellungscodes',
  second_factor_link: 'Links für einen zweiten Faktor',
  user: 'Von Betreibern verwaltete Konten',
  super_admin: 'Super-Admins',
  application: 'Anwendungen',
  client: 'Clients',
  webhook: 'Webhooks',
  queue_entry: 'Warteschlangen',
  signing_key: 'Signaturschlüssel',
  secret: 'Geheimnis des Servers',
  platform: 'Plattform',
};

export const states = {
  ACTIVE: 'Aktiv',
  PAUSED: 'Pausiert',
  failing: 'Fehlgeschlagen',
  failingSince: 'seit',
};

/** One webhook. */
export const webhook = {
  name: 'Webhook',
  settings: 'Einstellungen',
  save: 'Speichern',
  deliveries: 'Zustellungen',
  noDeliveries: 'Es wurde noch nichts gesendet.',
  event: 'Ereignis',
  state: 'Zustand',
  response: 'Antwort',
  attempts: (count: number) => line`Versuche: ${count}`,
  next: 'nächster Versuch',
  when: 'Zeit',
  none: '–',
  filter: 'Zustand',
  every: 'Alle',
  test: 'Testereignis senden',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  paused: 'Dieser Webhook ist pausiert: Es wird nichts gesendet, und neue Ereignisse werden nicht für ihn aufgehoben.',
  pausedAfterFailures:
    'Dieser Webhook wurde pausiert, weil einen Tag lang jeder Versuch fehlgeschlagen ist. Setzen Sie ihn fort, wenn der Empfänger wieder arbeitet, und senden Sie dann die Ereignisse dieser Zeit erneut.',
  failing: 'Seit der Zeit unten ist jeder Versuch fehlgeschlagen. Nach einem Tag wird der Webhook pausiert.',
  failingSince: 'Fehlgeschlagen seit',
  secretHeading: 'Geheimnis',
  secretHint: 'Der Empfänger prüft damit, dass eine Anfrage von hier kommt. Es wird nie wieder angezeigt.',
  grace: 'Das alte Geheimnis signiert weiter für',
  rotate: 'Neues Geheimnis erzeugen',
  replayHeading: 'Ereignisse erneut senden',
  replayHint:
    'Sendet alle Ereignisse seit dieser Zeit (UTC) erneut, auch bereits zugestellte. Höchstens 30 Tage zurück. Neue Ereignisse gehen vor.',
  since: 'Seit',
  sinceFormat: 'Zum Beispiel 2026-11-16 14:30',
  replay: 'Erneut senden',
  deleteTitle: 'Diesen Webhook löschen',
  deleteHint: 'Es wird nichts mehr gesendet, und die Liste seiner Zustellungen wird gelöscht.',
  delete: 'Webhook löschen',
};

export const graceNames = { now: 'keine Zeit', hour: 'eine Stunde', day: 'einen Tag', week: 'eine Woche' };

export const deliveryStates = { PENDING: 'Wartend', DELIVERED: 'Zugestellt', FAILED: 'Fehlgeschlagen' };

/** One delivery. */
export const delivery = {
  name: 'Zustellung',
  back: 'Zurück zum Webhook',
  eventId: 'ID des Ereignisses',
  state: 'Zustand',
  attempts: 'Versuche',
  created: 'Angelegt',
  next: 'Nächster Versuch',
  error: 'Letzter Fehler',
  response: 'Antwort',
  status: 'Status',
  noResponse: 'Es gab keine Antwort.',
  emptyBody: 'Die Antwort hat keinen Inhalt.',
  cut: 'Vom Inhalt werden höchstens 2 KB aufgehoben.',
  sent: 'Was gesendet wird',
  gone: 'Das Ereignis wird nicht mehr aufgehoben und kann nicht erneut gesendet werden.',
  redeliver: 'Jetzt erneut senden',
};

export const confirm = {
  deleteTitle: (url: string) => line`Webhook ${url} löschen?`,
  delete: 'Webhook löschen',
  deleteFact: 'Ereignisse, die auf ihn warten, werden nicht gesendet.',
  rotateTitle: (url: string) => line`Neues Geheimnis für ${url} erzeugen?`,
  rotate: 'Geheimnis erzeugen',
  rotateFacts: {
    now: 'Das alte Geheimnis endet sofort. Der Empfänger lehnt jede Anfrage ab, bis er das neue hat.',
    hour: 'Anfragen sind eine Stunde lang mit beiden Geheimnissen signiert.',
    day: 'Anfragen sind einen Tag lang mit beiden Geheimnissen signiert.',
    week: 'Anfragen sind eine Woche lang mit beiden Geheimnissen signiert.',
  },
  rotateShown: 'Das neue Geheimnis wird auf der nächsten Seite einmal angezeigt.',
};

export const secret = {
  created: 'Der Webhook wurde angelegt.',
  rotated: 'Der Webhook hat ein neues Geheimnis.',
  label: 'Geheimnis',
  once: 'Kopieren Sie das Geheimnis jetzt und geben Sie es dem Empfänger. Es wird nur hier angezeigt.',
  continue: 'Weiter',
  use: 'So verwendet es der Empfänger',
  useHint: 'Der Empfänger prüft damit die Signatur jeder Anfrage, nach den Regeln von Standard Webhooks.',
  environment: 'Umgebungsvariable',
  verify: 'Eine Anfrage prüfen (Node.js)',
};

export const notices = {
  changed: 'Die Änderungen wurden gespeichert.',
  deleted: 'Der Webhook wurde gelöscht.',
  paused: 'Der Webhook ist pausiert.',
  resumed: 'Der Webhook ist wieder aktiv.',
  tested: 'Ein Testereignis ist unterwegs. Es erscheint unten.',
  redelivered: 'Es wird erneut gesendet.',
  replayed: 'Die Ereignisse sind unterwegs.',
};

export const refusals = {
  WEBHOOK_NOT_FOUND: 'Dieser Webhook wurde inzwischen gelöscht.',
  DELIVERY_NOT_FOUND: 'Diese Zustellung wird nicht mehr aufgehoben.',
  EVENT_GONE: 'Das Ereignis wird nicht mehr aufgehoben und kann nicht erneut gesendet werden.',
  TOO_MANY_WEBHOOKS: 'Es gibt schon so viele Webhooks wie möglich. Löschen Sie zuerst einen.',
  TOO_MANY_EVENTS: 'Mehr als 10.000 Ereignisse passen. Wählen Sie eine spätere Zeit.',
  REPLAY_RUNNING: 'Es werden noch Ereignisse erneut gesendet. Warten Sie, bis sie zugestellt sind.',
  WEBHOOK_PAUSED: 'Der Webhook ist pausiert. Setzen Sie ihn zuerst fort.',
};

export const fields = {
  url: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
  events: 'Wählen Sie mindestens ein Ereignis und höchstens 200.',
  description: 'Geben Sie höchstens 200 Zeichen ein.',
  since: 'Geben Sie eine Zeit der letzten 30 Tage ein, zum Beispiel 2026-11-16 14:30.',
};

/** What operators see across tenants. */
export const platform = {
  lead: 'Webhooks der Plattform erhalten die Ereignisse aller Organisationen und die ohne Organisation.',
  tenantsHeading: 'Webhooks der Organisationen',
  tenantsEmpty: 'Keine Organisation hat einen Webhook.',
  tenant: 'Organisation',
  onlyProblems: 'Die mit Problemen stehen zuerst.',
  readersHeading: 'Wie weit Leser sind',
  readersLead:
    'Ein Ereignis kann gelesen werden, wenn alle älteren Transaktionen beendet sind. Eine lange Transaktion verzögert alle Leser.',
  heldBack: 'Eine Transaktion hält alle Leser auf seit',
  fanOut: 'Ereignisse für Webhooks',
  upToDate: 'auf dem neuesten Stand',
};
