import { type Part, sentence } from '@org/identity-core';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const passwordForm: typeof en.passwordForm = {
  lead: 'Mit einem neuen Passwort werden Sie überall außer in diesem Browser abgemeldet.',
  enterCurrent: 'Geben Sie Ihr aktuelles Passwort ein.',
  current: 'Aktuelles Passwort',
  new: 'Neues Passwort',
  hint: 'Mindestens 8 Zeichen. Gut geeignet sind einige ungewöhnliche Wörter.',
  change: 'Passwort ändern',
  forgotten: 'Passwort vergessen? Link senden',
  none: (email: Part) =>
    sentence`Sie haben noch kein Passwort. Eine E-Mail an ${email} bringt Ihnen einen Link, über den Sie eines festlegen. Mit einem neuen Passwort werden Sie überall abgemeldet.`,
  sendLink: 'Link senden',
};

export const passwordReset: typeof en.passwordReset = {
  title: 'Passwort zurücksetzen',
  ask: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  email: 'E-Mail-Adresse',
  wholeAddress: shared.wholeAddress,
  send: 'Link senden',
  askedTitle: 'Sehen Sie in Ihrem Postfach nach',
  asked: (email: Part) =>
    sentence`Wenn es ein Konto für ${email} gibt, haben wir einen Link dorthin gesendet. Er gilt eine Stunde lang.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse. An eine Adresse gehen nur wenige E-Mails pro Stunde; die neueste davon gilt.',
  forAccount: (email: Part) => sentence`Für das Konto ${email}. Sie werden überall abgemeldet.`,
  newPassword: 'Neues Passwort',
  passwordHint: shared.passwordHint,
  set: 'Passwort festlegen',
  doneTitle: 'Ihr neues Passwort gilt jetzt',
  done: 'Sie sind überall abgemeldet. Kehren Sie zu der Anwendung zurück und melden Sie sich mit dem neuen Passwort an.',
};

export const mails: typeof en.mails = {
  passwordChanged: {
    title: 'Ihr Passwort wurde geändert',
    message: (product: string) =>
      `Das Passwort Ihres Kontos bei ${product} wurde geändert. Überall sonst wurden Sie abgemeldet.`,
    after: shared.notYou,
  },
  resetPassword: {
    title: 'Setzen Sie Ihr Passwort zurück',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos bei ${product} zurückzusetzen.`,
    action: 'Neues Passwort festlegen',
    after: (minutes: number) =>
      `Der Link gilt ${minutes} Minuten lang und nur einmal. ${shared.ignore}: Ihr Passwort bleibt, wie es ist.`,
  },
  passwordSet: {
    title: 'Ihr Passwort wurde zurückgesetzt',
    message: (product: string) =>
      `Das Passwort Ihres Kontos bei ${product} wurde über einen Link aus einer E-Mail zurückgesetzt. Sie wurden überall abgemeldet.`,
    after:
      'Wenn Sie das nicht waren, liest möglicherweise jemand anderes Ihre E-Mails. Sichern Sie Ihr Postfach und wenden Sie sich sofort an den Support.',
  },
};
