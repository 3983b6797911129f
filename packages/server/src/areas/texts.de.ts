import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const frame: typeof en.frame = {
  account: 'Ihr Konto',
  tenants: 'Organisationen',
  tenant: 'Verwaltung der Organisation',
  platform: 'Verwaltung der Plattform',
  crumbs: 'Sie sind hier',
  signOut: 'Abmelden',
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
  'signed-in': 'Sie haben sich noch einmal angemeldet. Sie können jetzt fortfahren.',
};

export const refusals: typeof en.refusals = {
  FORBIDDEN: 'Ihre Rolle erlaubt das nicht. Es wurde nichts geändert.',
};
