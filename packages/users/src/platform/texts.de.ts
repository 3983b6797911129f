import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const people: typeof en.people = {
  name: 'Personen',
  title: 'Personen',
  search: 'Name, E-Mail-Adresse oder ID',
  status: 'Status',
  all: 'Alle',
  person: 'Person',
  since: 'Seit',
  superAdmin: 'Super-Admin',
  secondFactor: 'Zweiter Faktor',
  missing: 'Fehlt',
  noneLacks: 'Alle gefundenen Personen haben einen zweiten Faktor.',
  create: 'Neue Person',
  empty: 'Niemand gefunden. Versuchen Sie es mit dem Anfang eines Namens oder einer E-Mail-Adresse.',
};

export const newPerson: typeof en.newPerson = {
  title: 'Neue Person',
  lead: 'Das Konto hat noch kein Passwort. Die Person legt es über einen Link fest, den wir per E-Mail senden.',
  leadWithoutPasswords: 'Die Person meldet sich mit dieser E-Mail-Adresse an.',
  email: 'E-Mail-Adresse',
  displayName: 'Anzeigename (optional)',
  welcome: 'Der Person einen Link senden, mit dem sie ein Passwort festlegt',
  welcomeByCode: 'Der Person per E-Mail mitteilen, wie sie sich anmeldet',
  verified: 'Ich habe geprüft, dass diese E-Mail-Adresse der Person gehört',
  create: 'Person anlegen',
};

export const newPersonFields: typeof en.newPersonFields = {
  email: 'Geben Sie eine E-Mail-Adresse wie ada@example.com ein.',
  displayName: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
};

export const newPersonRefusals: typeof en.newPersonRefusals = {
  EMAIL_TAKEN: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
};

export const statuses: typeof en.statuses = { ACTIVE: 'Aktiv', DISABLED: 'Gesperrt', DELETED: 'Gelöscht' };

export const person: typeof en.person = {
  name: 'Person',
  email: 'E-Mail-Adresse',
  unverified: 'Nicht bestätigt',
  disabledAt: 'Gesperrt seit',
  eraseAt: 'Entfernt ab',
  ways: 'Anmeldung mit',
  secondFactor: 'Zweiter Faktor',
  id: 'ID',
  explain: 'Warum kann diese Person nicht …?',
  memberships: 'Organisationen',
  noMemberships: 'Diese Person gehört zu keiner Organisation.',
  organization: 'Organisation',
  role: 'Rolle',
  state: 'Status',
  sessions: 'Sitzungen',
  noSessions: 'Diese Person ist nirgends angemeldet.',
  browser: 'Browser',
  thisBrowser: 'Dieser Browser',
  location: 'Ort',
  lastActive: 'Zuletzt aktiv',
  actions: 'Aktionen',
  signOut: 'Abmelden',
  signOutAll: 'Überall abmelden',
  helpTitle: 'Hilfe bei der Anmeldung',
  unlockHint: 'Entsperren vergisst falsche Passwörter und Codes. Die Person kann es dann sofort wieder versuchen.',
  unlock: 'Entsperren',
  resetHint:
    'Mit dem Link zum Zurücksetzen wählt die Person ein neues Passwort. Er geht an ihre E-Mail-Adresse und gilt eine Stunde.',
  sendReset: 'Link zum Zurücksetzen senden',
  factorsHint:
    'Hat die Person ihre zweiten Faktoren verloren, prüfen Sie zuerst, wer darum bittet. Danach genügt das Passwort.',
  removeFactors: 'Zweite Faktoren entfernen',
  accessTitle: 'Zugang',
  disableHint: 'Ein gesperrtes Konto kann nicht genutzt werden. Mitgliedschaften und Lizenzen bleiben.',
  enableHint: 'Danach ist die Anmeldung wieder möglich. Beendete Sitzungen bleiben beendet.',
  disable: 'Konto sperren',
  enable: 'Sperre aufheben',
  eraseHint:
    'Löschen schließt das Konto sofort. Die Daten werden innerhalb einer Stunde entfernt und lassen sich nicht wiederherstellen.',
  erase: 'Konto löschen',
};

export const signIn: typeof en.signIn = {
  password: 'Passwort',
  passkeys: (count) => (count === 1 ? '1 Passkey' : line`${count} Passkeys`),
  none: 'Keine',
  on: 'Eingerichtet',
  off: 'Keiner',
};

export const roles: typeof en.roles = { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' };
export const memberStatuses: typeof en.memberStatuses = {
  ACTIVE: 'Aktiv',
  SUSPENDED: 'Gesperrt',
  INVITED: 'Eingeladen',
};

export const confirm: typeof en.confirm = {
  'sign-out': {
    title: (name) => line`${name} in diesem Browser abmelden?`,
    button: 'Abmelden',
    facts: ['Auch alle Anwendungen, die in dieser Sitzung genutzt wurden, werden abgemeldet.'],
  },
  'sign-out-all': {
    title: (name) => line`${name} überall abmelden?`,
    button: 'Überall abmelden',
    facts: ['Alle Sitzungen und Tokens enden sofort.'],
  },
  'remove-factors': {
    title: (name) => line`Alle zweiten Faktoren von ${name} entfernen?`,
    button: 'Zweite Faktoren entfernen',
    facts: [
      'Authenticator-Apps, Passkeys und Wiederherstellungscodes werden gelöscht. Danach genügt das Passwort für die Anmeldung.',
      'Die Person erhält keine E-Mail darüber.',
    ],
  },
  disable: {
    title: (name) => line`Konto von ${name} sperren?`,
    button: 'Konto sperren',
    facts: [
      'Alle Sitzungen und Tokens enden sofort. Eine Anmeldung ist erst wieder möglich, wenn Sie die Sperre aufheben.',
    ],
  },
  erase: {
    title: (name) => line`Konto von ${name} löschen?`,
    button: 'Konto löschen',
    facts: ['Alle persönlichen Daten werden innerhalb einer Stunde entfernt. Das lässt sich nicht rückgängig machen.'],
  },
};

export const notices: typeof en.notices = {
  created: 'Das Konto wurde erstellt.',
  welcomed: 'Das Konto wurde erstellt. Der Link zum Festlegen des Passworts ist unterwegs.',
  'welcomed-by-code': 'Das Konto wurde erstellt. Eine E-Mail, die das Anmelden erklärt, ist unterwegs.',
  'sign-out': 'Die Sitzung wurde beendet.',
  'sign-out-all': 'Alle Sitzungen wurden beendet.',
  unlock: 'Das Konto ist entsperrt.',
  'send-reset': 'Der Link zum Zurücksetzen ist unterwegs an die E-Mail-Adresse dieses Kontos.',
  'remove-factors': 'Die zweiten Faktoren wurden entfernt.',
  disable: 'Das Konto ist gesperrt.',
  enable: 'Die Sperre ist aufgehoben.',
  erase: 'Das Konto ist geschlossen. Seine Daten werden innerhalb einer Stunde entfernt.',
};

export const refusals: typeof en.refusals = {
  VALIDATION_FAILED: 'Mit Ihrem eigenen Konto geht das nicht. Es wurde nichts geändert.',
  TENANT_OWNER:
    'Diese Person ist der einzige Inhaber einer Organisation. Machen Sie zuerst ein anderes Mitglied zum Inhaber. Es wurde nichts geändert.',
  LAST_SUPER_ADMIN: 'Es gibt keinen anderen Super-Admin, der sich anmelden kann. Es wurde nichts geändert.',
};
