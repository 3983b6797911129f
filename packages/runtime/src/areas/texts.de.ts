import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const frame: typeof en.frame = {
  account: 'Ihr Konto',
  tenants: 'Ihre Organisationen',
  tenant: 'Verwaltung der Organisation',
  platform: 'Verwaltung der Plattform',
  crumbs: 'Sie sind hier',
  signOut: 'Abmelden',
  signedInAs: (name) => sentence`Angemeldet als ${name}`,
  language: 'Sprache',
  menu: 'Menü',
  switchTenant: 'Organisation wechseln',
  findTenant: 'Organisation finden',
  searchMembers: 'Mitglieder suchen',
  searchPeople: 'Personen suchen',
  waiting: 'zu tun',
};

export const groups: typeof en.groups = {
  tenant: {
    people: 'Personen',
    licenses: 'Lizenzen',
    security: 'Sicherheit',
    developers: 'Entwicklung',
    operations: 'Betrieb',
    settings: 'Einstellungen',
    more: 'Mehr',
  },
  platform: { people: 'Verzeichnis' },
};

export const overview: typeof en.overview = { name: 'Übersicht', title: 'Übersicht' };

export const confirm: typeof en.confirm = {
  lead: 'Das wird geschehen:',
  nothing: 'Es würde sich nichts ändern.',
  mails: (count) => (count === 1 ? '1 E-Mail wird verschickt' : line`${count} E-Mails werden verschickt`),
  more: (count) => line`und ${count} weitere`,
  changed:
    'Inzwischen hat sich etwas geändert. Es wurde nichts getan. Prüfen Sie noch einmal, was jetzt geschehen wird.',
  cancel: 'Abbrechen',
};

export const notices: typeof en.notices = {
  'signed-in':
    'Sie haben sich noch einmal angemeldet. Es wurde nichts gespeichert: Geben Sie Ihre Änderung noch einmal ein.',
  'form-kept':
    'Sie haben sich noch einmal angemeldet. Es wurde noch nichts gespeichert. Prüfen Sie Ihre Angaben und senden Sie das Formular noch einmal ab. Geheimnisse müssen Sie erneut eingeben.',
  'asked-again': 'Sie haben sich noch einmal angemeldet. Es wurde noch nichts geändert.',
};

export const refusals: typeof en.refusals = {
  FORBIDDEN: 'Ihre Rolle erlaubt das nicht. Es wurde nichts geändert.',
};

export const policy: typeof en.policy = {
  title: 'Anders anmelden',
  otherTenant:
    'Sie haben sich über den Identitätsanbieter einer anderen Organisation angemeldet. Melden Sie sich für diese an.',
  own: 'Sie haben sich über Ihre Organisation angemeldet. Ihr Konto gehört nur Ihnen. Melden Sie sich deshalb selbst an.',
  sso: 'Diese Organisation schreibt Single Sign-on vor. Melden Sie sich mit Ihrer geschäftlichen E-Mail-Adresse an.',
  secondFactor: 'Diese Organisation verlangt von Ihnen einen zweiten Faktor.',
  signIn: 'Diese Organisation bittet Sie, sich erneut anzumelden.',
  network:
    'Diese Organisation erlaubt keinen Zugriff aus Ihrem Netz. Nutzen Sie ein erlaubtes Netz oder fragen Sie einen Inhaber.',
  again: 'Anmelden',
};
