import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const emailCode: typeof en.emailCode = {
  send: 'Code per E-Mail senden',
  wholeAddress: shared.wholeAddress,
  title: 'Prüfen Sie Ihr Postfach',
  asked: (email: Part) =>
    sentence`Wenn Sie sich mit ${email} anmelden können, haben wir einen Code an diese Adresse gesendet. Er funktioniert nur in diesem Browser und ist 10 Minuten lang gültig.`,
  code: 'Code aus der E-Mail',
  codeHint: '6 Ziffern',
  continue: 'Weiter',
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Schreibweise der Adresse. Wir senden nur wenige Codes pro Stunde an eine Adresse, und nur der neueste gilt.',
  signInOtherwise: 'Andere E-Mail-Adresse oder Anmeldeart verwenden',
  errors: {
    missing: 'Geben Sie die 6 Ziffern aus der E-Mail ein.',
    wrong: 'Dieser Code stimmt nicht. Prüfen Sie die neueste E-Mail und versuchen Sie es erneut.',
    over: 'Dieser Code gilt nicht mehr. Lassen Sie sich einen neuen senden.',
  },
  overTitle: 'Dieser Code ist abgelaufen',
  over: 'Ein Code funktioniert einmal, 10 Minuten lang und nur in dem Browser, in dem Sie ihn angefordert haben. Gehen Sie für einen neuen zurück zur Anmeldung.',
  nameTitle: 'Ihr Konto erstellen',
  nameLead: (email: Part) => sentence`Sie haben noch kein Konto. Wir erstellen eines für ${email}.`,
  name: 'Ihr Name (freiwillig)',
  nameError: 'Verwenden Sie höchstens 100 Zeichen und keine Webadresse.',
  create: 'Konto erstellen und fortfahren',
  newHere: 'Neu hier? Geben Sie ebenfalls Ihre E-Mail-Adresse ein: Mit dem Code entsteht Ihr Konto.',
};

export const mails: typeof en.mails = {
  code: {
    title: (code: string) => `${code} ist Ihr Code`,
    message: (code: string, product: string) =>
      `Geben Sie den Code ${code} auf der Seite ein, auf der Sie ihn angefordert haben, um sich bei ${product} anzumelden.`,
    after: (minutes: number) =>
      `Der Code funktioniert nur einmal und ist ${minutes} Minuten lang gültig. Geben Sie ihn niemandem: Wir fragen nie am Telefon oder per E-Mail danach. ${shared.ignore}.`,
  },
  welcome: {
    title: (product: string) => `Ihr Konto bei ${product}`,
    message: (product: string) =>
      `Für Sie wurde ein Konto bei ${product} erstellt. Geben Sie zum Anmelden diese E-Mail-Adresse auf der Anmeldeseite ein: Wir senden Ihnen jedes Mal einen Code.`,
    action: 'Zu Ihrem Konto',
    after: 'Sie müssen sich kein Passwort ausdenken oder merken.',
  },
};
