import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const registration: typeof en.registration = {
  title: 'Konto erstellen',
  continueTo: (client: Part) => sentence`weiter zu ${client}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint: shared.passwordHint,
  name: 'Ihr Name (freiwillig)',
  submit: 'Konto erstellen',
  signInInstead: 'Mit einem vorhandenen Konto anmelden',
  errors: {
    email: shared.wholeAddress,
    password: 'Wählen Sie ein Passwort.',
    displayName: 'Verwenden Sie höchstens 100 Zeichen und keine Webadresse.',
  },
  lookTitle: 'Prüfen Sie Ihr Postfach',
  look: (email: Part) =>
    sentence`Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin, am besten in diesem Browser, um fortzufahren. Er ist 24 Stunden lang gültig.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Schreibweise der Adresse. Wir senden nur wenige E-Mails pro Stunde an eine Adresse.',
  confirmTitle: 'Ihr Konto erstellen',
  confirm: (email: Part) => sentence`Mit der E-Mail-Adresse ${email} und dem Passwort, das Sie gewählt haben.`,
  confirmAndGoOn: 'Konto erstellen und fortfahren',
  finish: (email: Part) =>
    sentence`Für ${email}. Wählen Sie ein Passwort. Ein früher eingegebenes Passwort zählt nicht.`,
  readyTitle: 'Ihr Konto ist bereit',
  ready: (email: Part) =>
    sentence`Sie können sich jetzt anmelden. Gehen Sie zurück zur Anwendung und geben Sie ${email} und Ihr Passwort ein.`,
  takenTitle: 'Sie haben bereits ein Konto',
  taken: 'Für Ihre E-Mail-Adresse wurde inzwischen ein Konto erstellt. Es wurde nichts geändert.',
  takenElsewhere:
    'Gehen Sie zurück zur Anwendung und melden Sie sich an. Wenn Sie das Passwort nicht kennen, legen Sie dort ein neues fest.',
  signInThereTitle: 'Melden Sie sich in der Anwendung an',
  signInThere:
    'Öffnen Sie die Anwendung, die Sie verwenden möchten, und melden Sie sich mit der E-Mail-Adresse an, an die wir diese E-Mail gesendet haben.',
};

export const mails: typeof en.mails = {
  confirmRegistration: {
    title: 'Erstellen Sie Ihr Konto',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, bei ${product} ein Konto mit dieser E-Mail-Adresse zu erstellen. Bestätigen Sie, dass sie Ihnen gehört.`,
    action: 'Konto erstellen',
    after: (hours: number) =>
      `Der Link funktioniert nur einmal und ist ${hours} Stunden lang gültig. ${shared.ignore}. Es wird dann kein Konto erstellt.`,
  },
  accountExists: {
    title: 'Sie haben bereits ein Konto',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, bei ${product} ein Konto mit dieser E-Mail-Adresse zu erstellen. Sie haben bereits eines und können sich einfach anmelden.`,
    action: 'Anmelden',
    forgotten: 'Passwort vergessen? Legen Sie ein neues fest:',
    after: `${shared.ignore}. Es wurde nichts geändert.`,
  },
};
