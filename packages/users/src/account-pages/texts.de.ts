import type * as en from './texts.en.js';

export const lastPages: typeof en.lastPages = {
  signedOutTitle: 'Sie sind abgemeldet',
  signedOut: 'Sie können diese Seite schließen.',
  deletedTitle: 'Ihr Konto ist geschlossen',
  deleted:
    'Sie sind überall abgemeldet. In unserer E-Mail steht, bis wann Sie sich noch anmelden und Ihr Konto behalten können.',
};

export const overview: typeof en.overview = {
  name: 'Name',
  notSet: 'Nicht angegeben',
  email: 'E-Mail-Adresse',
  confirmed: ' (bestätigt)',
  notConfirmed: ' (noch nicht bestätigt)',
  memberOf: 'Mitglied bei',
  roles: { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' },
  since: 'Konto seit',
  confirm: 'Bestätigen Sie Ihre E-Mail-Adresse. Wir senden Ihnen dafür einen Link.',
  sendLink: 'Link senden',
};
