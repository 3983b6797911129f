import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const passwordForm: typeof en.passwordForm = {
  lead: 'Wenn Sie Ihr Passwort ändern, werden Sie überall außer in diesem Browser abgemeldet.',
  enterCurrent: 'Geben Sie Ihr aktuelles Passwort ein.',
  current: 'Aktuelles Passwort',
  new: 'Neues Passwort',
  hint: 'Mindestens 8 Zeichen. Mehrere ungewöhnliche Wörter sind eine gute Wahl.',
  change: 'Passwort ändern',
  forgotten: 'Passwort vergessen? Link senden',
  none: (email: Part) =>
    sentence`Sie haben noch kein Passwort. Wir können Ihnen an ${email} einen Link senden, mit dem Sie eines festlegen. Dabei werden Sie überall abgemeldet.`,
  sendLink: 'Link senden',
};

export const passwordReset: typeof en.passwordReset = {
  title: 'Passwort zurücksetzen',
  ask: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  email: 'E-Mail-Adresse',
  wholeAddress: shared.wholeAddress,
  send: 'Link senden',
  askedTitle: 'Prüfen Sie Ihr Postfach',
  asked: (email: Part) =>
    sentence`Wenn es ein Konto für ${email} gibt, haben wir einen Link dorthin gesendet. Er ist eine Stunde lang gültig.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Schreibweise der Adresse. Wir senden nur wenige E-Mails pro Stunde an eine Adresse, und nur der neueste Link funktioniert.',
  forAccount: (email: Part) => sentence`Für das Konto ${email}. Sie werden überall abgemeldet.`,
  newPassword: 'Neues Passwort',
  passwordHint: shared.passwordHint,
  set: 'Passwort festlegen',
  doneTitle: 'Ihr neues Passwort ist festgelegt',
  done: 'Sie wurden überall abgemeldet. Gehen Sie zurück zur Anwendung und melden Sie sich mit dem neuen Passwort an.',
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
      `Der Link funktioniert nur einmal und ist ${minutes} Minuten lang gültig. ${shared.ignore}: Ihr Passwort bleibt unverändert.`,
  },
  welcome: {
    title: (product: string) => `Ihr Konto bei ${product}`,
    message: (product: string) =>
      `Für Sie wurde ein Konto bei ${product} erstellt. Legen Sie ein Passwort fest, um sich anzumelden.`,
    action: 'Passwort festlegen',
    after: (hours: number) =>
      `Der Link funktioniert nur einmal und ist ${hours} Stunden lang gültig. Wählen Sie danach auf der Anmeldeseite „Passwort vergessen?“.`,
  },
  passwordSet: {
    title: 'Ihr Passwort wurde zurückgesetzt',
    message: (product: string) =>
      `Das Passwort Ihres Kontos bei ${product} wurde mit einem Link aus einer E-Mail zurückgesetzt. Sie wurden überall abgemeldet.`,
    after:
      'Wenn Sie das nicht waren, liest möglicherweise jemand anderes Ihre E-Mails. Sichern Sie Ihr Postfach und wenden Sie sich sofort an den Support.',
  },
};
