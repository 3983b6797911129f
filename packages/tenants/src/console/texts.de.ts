import type * as en from './texts.en.js';

export { roles } from '../member-pages/texts.de.js';

export const list: typeof en.list = {
  name: 'Organisationen',
  title: 'Ihre Organisationen',
  lead: 'Wählen Sie die Organisation, die Sie verwalten oder ansehen möchten.',
  empty: 'Sie sind noch in keiner Organisation Mitglied.',
  search: 'Name oder Kurzname',
  noMatch: 'Keine Ihrer Organisationen passt zu dieser Suche.',
  caption: 'Organisationen',
  organization: 'Organisation',
  role: 'Ihre Rolle',
  members: 'Mitglieder',
  createTitle: 'Neue Organisation',
  nameLabel: 'Name',
  slugLabel: 'Kurzname',
  slugHint:
    'Teil der Webadresse: Kleinbuchstaben, Ziffern und Bindestriche. Ohne Eingabe wird er aus dem Namen gebildet.',
  create: 'Organisation erstellen',
};

export const listNotices: typeof en.listNotices = {
  deleted: 'Die Organisation wurde gelöscht.',
  left: 'Sie haben die Organisation verlassen.',
};

export const listFields: typeof en.listFields = {
  name: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein, ohne Webadressen und Steuerzeichen.',
  slug: 'Verwenden Sie 3 bis 63 Kleinbuchstaben, Ziffern und einzelne Bindestriche. Einige Wörter wie admin sind nicht möglich.',
};

export const listRefusals: typeof en.listRefusals = {
  SLUG_TAKEN: 'Dieser Kurzname ist vergeben. Wählen Sie einen anderen.',
  RATE_LIMITED: 'Sie haben heute viele Organisationen erstellt. Versuchen Sie es morgen wieder.',
};

export const about: typeof en.about = {
  title: 'Über diese Organisation',
  name: 'Name',
  slug: 'Kurzname',
  secondFactor: 'Zweiter Faktor',
  required: 'Für alle vorgeschrieben',
  optional: 'Freiwillig',
  created: 'Erstellt am',
  admins: 'Ihre Admins',
};
