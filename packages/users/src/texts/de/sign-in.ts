import { type Part, sentence } from '@org/identity-core';
import type * as en from '../en/sign-in.js';

const passwordHint = 'Mindestens 8 Zeichen. Gut geeignet sind einige ungewöhnliche Wörter.';
const wholeAddress = 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel anna@example.com.';

export const signIn: typeof en.signIn = {
  title: 'Anmelden',
  continueTo: (client: Part) => sentence`weiter zu ${client}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  forgot: 'Passwort vergessen?',
  register: 'Konto erstellen',
  or: 'oder',
  continueWith: (provider: string) => `Weiter mit ${provider}`,
  usePasskey: 'Passkey verwenden',
  cancel: 'Abbrechen',
  errors: {
    refused: 'E-Mail-Adresse und Passwort passen nicht zusammen. Prüfen Sie beides und versuchen Sie es noch einmal.',
    byInvitation: 'Konten gibt es hier nur auf Einladung. Bitten Sie jemanden aus Ihrem Team darum.',
    offerOver: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an, um Ihr Konto zu behalten.',
    passkey:
      'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder melden Sie sich auf einem anderen Weg an.',
    incomplete: 'Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.',
  },
  passwordSet: 'Ihr neues Passwort gilt jetzt. Melden Sie sich damit an, um fortzufahren.',
};

export const passwordReset: typeof en.passwordReset = {
  title: 'Passwort zurücksetzen',
  ask: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  email: 'E-Mail-Adresse',
  wholeAddress,
  send: 'Link senden',
  askedTitle: 'Sehen Sie in Ihrem Postfach nach',
  asked: (email: Part) =>
    sentence`Wenn es ein Konto für ${email} gibt, haben wir einen Link dorthin gesendet. Er gilt eine Stunde lang.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse. An eine Adresse gehen nur wenige E-Mails pro Stunde; die neueste davon gilt.',
  forAccount: (email: Part) => sentence`Für das Konto ${email}. Sie werden überall abgemeldet.`,
  newPassword: 'Neues Passwort',
  passwordHint,
  set: 'Passwort festlegen',
  doneTitle: 'Ihr neues Passwort gilt jetzt',
  done: 'Sie sind überall abgemeldet. Kehren Sie zu der Anwendung zurück und melden Sie sich mit dem neuen Passwort an.',
};

export const registration: typeof en.registration = {
  title: 'Konto erstellen',
  continueTo: signIn.continueTo,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint,
  name: 'Ihr Name (freiwillig)',
  submit: 'Konto erstellen',
  signInInstead: 'Mit einem vorhandenen Konto anmelden',
  errors: {
    email: wholeAddress,
    password: 'Wählen Sie ein Passwort.',
    displayName: 'Ein Name hat höchstens 100 Zeichen und enthält keine Webadresse.',
  },
  lookTitle: 'Sehen Sie in Ihrem Postfach nach',
  look: (email: Part) =>
    sentence`Eine E-Mail an ${email} ist unterwegs. Öffnen Sie den Link darin, am besten in diesem Browser, um fortzufahren. Er gilt 24 Stunden lang.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse. An eine Adresse gehen nur wenige E-Mails pro Stunde.',
  confirmTitle: 'Ihr Konto erstellen',
  confirm: (email: Part) => sentence`Mit der E-Mail-Adresse ${email} und dem Passwort, das Sie gewählt haben.`,
  confirmAndGoOn: 'Konto erstellen und fortfahren',
  finish: (email: Part) => sentence`Für ${email}. Wählen Sie ein Passwort. Ein zuvor eingegebenes zählt nicht.`,
  readyTitle: 'Ihr Konto ist bereit',
  ready: (email: Part) =>
    sentence`Sie können sich jetzt anmelden: Kehren Sie zu der Anwendung zurück und geben Sie ${email} und Ihr Passwort ein.`,
  takenTitle: 'Sie haben bereits ein Konto',
  taken: 'Zu Ihrer E-Mail-Adresse wurde inzwischen ein Konto erstellt. Es wurde nichts geändert.',
  takenElsewhere:
    'Kehren Sie zu der Anwendung zurück und melden Sie sich an. Wenn Sie das Passwort nicht kennen, legen Sie dort ein neues fest.',
  signInThereTitle: 'Melden Sie sich in der Anwendung an',
  signInThere:
    'Öffnen Sie die Anwendung, die Sie verwenden möchten, und melden Sie sich mit der E-Mail-Adresse an, an die diese E-Mail ging.',
};

export const keepAccount: typeof en.keepAccount = {
  title: 'Ihr Konto wird gelöscht',
  erasedOn: (date: Part) => sentence`Sie haben Ihr Konto geschlossen. Es wird am ${date} endgültig gelöscht.`,
  keepIt:
    'Wenn Sie es behalten, können Sie es wie bisher verwenden. Lizenzen, die Sie hatten, müssen Ihnen neu zugewiesen werden.',
  keep: 'Mein Konto behalten',
  leave: 'Nicht behalten',
};
