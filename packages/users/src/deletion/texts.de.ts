import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const deleteForm: typeof en.deleteForm = {
  atOnce:
    'Sie werden sofort überall abgemeldet. Ihre Mitgliedschaften ruhen, und andere können Ihre Lizenzen erhalten.',
  after: (days: number) =>
    `Nach ${days === 1 ? 'einem Tag' : `${days} Tagen`} werden Ihr Konto und Ihre Daten endgültig gelöscht. Bis dahin können Sie sich anmelden, um Ihr Konto zu behalten.`,
  soon: 'Ihr Konto und Ihre Daten werden innerhalb einer Stunde endgültig gelöscht.',
  password: 'Ihr Passwort',
  signInFirst: 'Wenn Sie sich vor mehr als zehn Minuten angemeldet haben, müssen Sie sich zuerst noch einmal anmelden.',
  confirmation: 'Geben Sie zur Bestätigung DELETE ein',
  delete: 'Mein Konto löschen',
};

export const keepAccount: typeof en.keepAccount = {
  title: 'Ihr Konto wird gelöscht',
  erasedOn: (date: Part) => sentence`Sie haben Ihr Konto geschlossen. Es wird am ${date} endgültig gelöscht.`,
  keepIt:
    'Wenn Sie es behalten, können Sie es wie bisher verwenden. Ihre früheren Lizenzen müssen Ihnen neu zugewiesen werden.',
  keep: 'Mein Konto behalten',
  leave: 'Nicht behalten',
};

export const mails: typeof en.mails = {
  accountDeleted: {
    title: 'Ihr Konto wird gelöscht',
    message: (product: string, date: string) =>
      `Ihr Konto bei ${product} ist geschlossen und wird am ${date} endgültig gelöscht. Melden Sie sich vorher an, um es zu behalten.`,
    after:
      'Wenn Sie Ihr Konto nicht gelöscht haben, melden Sie sich an, behalten Sie das Konto und ändern Sie Ihr Passwort.',
    afterWithoutPasswords:
      'Wenn Sie Ihr Konto nicht gelöscht haben, melden Sie sich an, behalten Sie das Konto und wenden Sie sich an den Support.',
  },
  accountErased: {
    title: 'Ihr Konto wird gelöscht',
    message: (product: string) =>
      `Der Betreiber von ${product} hat Ihr Konto geschlossen. Es wird in den nächsten Stunden endgültig gelöscht.`,
    after: 'Wenn Sie das nicht gewünscht haben, wenden Sie sich an den Support des Dienstes.',
  },
  accountKept: {
    title: 'Ihr Konto wurde wiederhergestellt',
    message: (product: string) => `Ihr Konto bei ${product} ist wieder offen und wird nicht gelöscht.`,
    after: 'Wenn Sie das nicht waren, kennt möglicherweise jemand anderes Ihr Passwort. Ändern Sie es sofort.',
    afterWithoutPasswords: shared.notYou,
  },
};
