import type * as en from './texts.en.js';

export const lastPages: typeof en.lastPages = {
  signedOutTitle: 'Sie sind abgemeldet',
  signedOut: 'Sie können diese Seite schließen.',
  deletedTitle: 'Ihr Konto ist geschlossen',
  deleted:
    'Sie sind überall abgemeldet. In der E-Mail, die wir Ihnen gesendet haben, steht, bis wann Sie sich anmelden und das Konto behalten können.',
};

export const overview: typeof en.overview = {
  name: 'Name',
  notSet: 'Nicht angegeben',
  email: 'E-Mail-Adresse',
  confirmed: ' (bestätigt)',
  notConfirmed: ' (noch nicht bestätigt)',
  memberOf: 'Mitglied bei',
  roles: { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' },
  since: 'Seit',
  confirm: 'Bestätigen Sie Ihre E-Mail-Adresse. Wir senden Ihnen dafür einen Link.',
  sendLink: 'Link senden',
};
