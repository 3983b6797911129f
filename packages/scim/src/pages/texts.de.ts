import { line } from '@org/identity-ui';

export const directories = {
  name: 'Verzeichnisse',
  title: 'Verzeichnisse',
  lead: 'Ein Verzeichnis wie Microsoft Entra ID oder Okta legt über SCIM 2.0 Mitglieder an, sperrt sie und pflegt Gruppen. Wer eine E-Mail-Adresse Ihrer bestätigten Domains hat, ist sofort Mitglied; alle anderen werden eingeladen. Inhaber und Administratoren bleiben, wie sie sind, bis Sie sie übergeben.',
  heading: 'Alle Verzeichnisse',
  empty: 'Noch keine Verzeichnisse.',
  directory: 'Name',
  lastUsed: 'Letzte Anfrage',
  never: 'Nie',
  created: 'Angelegt',
  addHeading: 'Verzeichnis hinzufügen',
  nameHint: 'Zum Beispiel Entra ID.',
  connection: 'Verbindung (optional)',
  connectionHint: 'Damit melden sich Benutzer bei den Konten an, die das Verzeichnis von jetzt an anlegt.',
  noConnection: 'Keine',
  add: 'Verzeichnis hinzufügen',
};

export const directory = {
  name: 'Verzeichnis',
  baseUrl: 'Basis-URL',
  settings: 'Einstellungen',
  save: 'Speichern',
  log: 'Was es gesendet hat',
  logHint: 'Änderungen und abgelehnte Änderungen der letzten 30 Tage.',
  filter: 'Ergebnis',
  every: 'Alle Ergebnisse',
  noEntries: 'Es wurde nichts gesendet.',
  ignored: (names: string) => line`Nicht beachtet: ${names}`,
  what: 'Anfrage',
  about: 'Betrifft',
  result: 'Ergebnis',
  when: 'Zeit',
  tokenHeading: 'Token',
  tokenHint:
    'Geben Sie dem Verzeichnis ein neues Token, wenn jemand das alte gesehen haben könnte. Das alte gilt noch 24 Stunden.',
  rotate: 'Neues Token',
  deleteTitle: 'Verzeichnis löschen',
  deleteHint:
    'Seine Benutzer werden gesperrt, seine Gruppen gelöscht. Der letzte Inhaber und nicht übergebene Mitglieder bleiben aktiv.',
  delete: 'Verzeichnis löschen',
};

export const results = {
  APPLIED: 'Geändert',
  UNCHANGED: 'Keine Änderung',
  REFUSED: 'Abgelehnt',
};

export const resources = {
  User: 'Benutzer',
  Group: 'Gruppe',
};

export const methods = {
  POST: 'Anlegen',
  PUT: 'Ersetzen',
  PATCH: 'Ändern',
  DELETE: 'Löschen',
};

export const outcomes = {
  stored: 'gespeichert',
  created: 'Konto angelegt',
  added: 'wieder aufgenommen',
  linked: 'Mitglied der Organisation',
  pending: 'wartet auf die Übergabe durch einen Inhaber',
  held: 'nicht ausgeführt: Das Mitglied wurde nicht übergeben',
  ignored: 'Attribute nicht beachtet',
  invited: 'eingeladen',
  waits: 'schon eingeladen',
  uninvited: 'Einladung widerrufen',
  suspended: 'gesperrt',
  reactivated: 'wieder aktiv',
  account: 'Konto aktualisiert',
  kept: 'Konto nicht geändert',
  email: 'E-Mail-Adresse des Kontos geändert',
  'email-kept': 'E-Mail-Adresse des Kontos nicht geändert',
  members: 'Mitglieder geändert',
  deleted: 'gelöscht',
  uniqueness: 'gibt es schon',
  invalidValue: 'ungültiger Wert',
  invalidPath: 'unbekanntes Attribut',
  invalidSyntax: 'nicht lesbar',
  mutability: 'nicht änderbar',
  noTarget: 'kein Ziel',
  tooMany: 'zu viel auf einmal',
  LAST_OWNER: 'letzter Inhaber',
  SCIM_NOT_FOUND: 'nicht gefunden',
  SCIM_PRECONDITION_FAILED: 'inzwischen geändert',
  RATE_LIMITED: 'zu viele E-Mails',
  USER_NOT_FOUND: 'Konto gelöscht oder deaktiviert',
  other: 'anderer Grund',
};

export const token = {
  created: 'Das Verzeichnis wurde hinzugefügt. Tragen Sie dort diese URL und dieses Token ein.',
  rotated: 'Das ist das neue Token. Das vorherige gilt noch 24 Stunden.',
  label: 'Token',
  once: 'Es wird nur jetzt angezeigt. Speichern Sie es im Verzeichnis.',
  continue: 'Zum Verzeichnis',
  urlLabel: 'Basis-URL',
};

export const confirm = {
  deleteTitle: (name: string) => line`${name} löschen?`,
  delete: 'Verzeichnis löschen',
  deleteFact: 'Wen das Verzeichnis verwaltet, wird gesperrt. Seine Gruppen werden gelöscht.',
  rotateTitle: (name: string) => line`Neues Token für ${name}?`,
  rotate: 'Neues Token',
  rotateFact: 'Das vorherige Token gilt noch 24 Stunden. Ein schon ersetztes endet jetzt.',
};

export const notices = {
  deleted: 'Das Verzeichnis wurde gelöscht.',
  updated: 'Das Verzeichnis wurde geändert.',
  directoryUnchanged: 'Es wurde nichts geändert.',
};

export const refusals = {
  DIRECTORY_NOT_FOUND: 'Dieses Verzeichnis wurde inzwischen gelöscht.',
  TOO_MANY_DIRECTORIES: 'Die Höchstzahl an Verzeichnissen ist erreicht. Löschen Sie zuerst eines.',
};

export const fields = {
  name: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
  connectionId: 'Wählen Sie eine Verbindung dieser Organisation.',
};

export const step = {
  title: '3. Verzeichnis verbinden (wahlfrei)',
  lead: 'Ihr Verzeichnis nimmt dann von selbst Personen auf und sperrt sie. Niemand muss eingeladen werden, und wer geht, verliert den Zugang.',
  toDo: 'Offen',
  begun: 'Wartet auf die erste Anfrage Ihres Verzeichnisses',
  done: 'Erledigt',
  open: 'Öffnen',
};
