import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const emailForm: typeof en.emailForm = {
  needsPassword: (email: Part, setPassword: Part) =>
    sentence`Ihre E-Mail-Adresse ist ${email}. Um sie zu ändern, müssen Sie zuerst ${setPassword}.`,
  setPassword: 'ein Passwort festlegen',
  lead: (email: Part) =>
    sentence`Ihre E-Mail-Adresse ist ${email}. Um sie zu ändern, öffnen Sie den Link, den wir an die neue E-Mail-Adresse senden.`,
  newAddress: 'Neue E-Mail-Adresse',
  wholeAddress: 'Geben Sie eine vollständige E-Mail-Adresse ein.',
  enterPassword: 'Geben Sie Ihr Passwort ein.',
  password: 'Ihr Passwort',
  signInFirst: 'Wenn Sie sich vor mehr als zehn Minuten angemeldet haben, müssen Sie sich zuerst noch einmal anmelden.',
  sendLink: 'Link senden',
  pendingTitle: 'Ihre Bestätigung steht noch aus',
  pending: (email: Part) =>
    sentence`Wenn ${email} verwendet werden kann, haben wir einen Link dorthin gesendet. Nur der neueste Link funktioniert, 24 Stunden lang.`,
  otherTitle: 'Andere Adresse verwenden',
};

export const emailChange: typeof en.emailChange = {
  title: 'Neue E-Mail-Adresse bestätigen',
  willUse: (email: Part, newEmail: Part) =>
    sentence`Das Konto ${email} verwendet ab jetzt ${newEmail}, auch zum Anmelden.`,
  use: 'Diese E-Mail-Adresse verwenden',
  doneTitle: 'Ihre E-Mail-Adresse wurde geändert',
  done: (email: Part) =>
    sentence`Melden Sie sich ab jetzt mit ${email} an. An Ihre alte E-Mail-Adresse haben wir einen Hinweis gesendet.`,
};

export const emailVerification: typeof en.emailVerification = {
  title: 'E-Mail-Adresse bestätigen',
  isYours: (email: Part) =>
    sentence`Gehört das Konto ${email} Ihnen? Wenn Sie hier kein Konto haben, schließen Sie einfach diese Seite.`,
  confirm: 'Ja, bestätigen',
  doneTitle: 'Ihre E-Mail-Adresse ist bestätigt',
  done: (email: Part) =>
    sentence`${email} ist bestätigt. Sie können diese Seite schließen und in der Anwendung fortfahren.`,
};

export const emailProof: typeof en.emailProof = {
  title: 'Bestätigen Sie Ihre E-Mail-Adresse',
  lead: (email: Part) =>
    sentence`Ihr Konto wurde aus einem anderen System übernommen. Bestätigen Sie einmal, dass ${email} Ihnen gehört, bevor Sie es verwenden.`,
  send: 'Link senden',
  lookTitle: 'Prüfen Sie Ihr Postfach',
  look: (email: Part) =>
    sentence`Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin in diesem Browser, um fortzufahren. Diese Seite können Sie schließen.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach oder beginnen Sie die Anmeldung noch einmal.',
  confirm: (email: Part) => sentence`Sie haben den Link geöffnet, den wir an ${email} gesendet haben.`,
  goOn: 'Weiter',
  refused:
    'Dieser Link ist abgelaufen oder gehört zu einer anderen Anmeldung. Melden Sie sich noch einmal an, um einen neuen zu erhalten.',
};

export const mails: typeof en.mails = {
  confirmEmail: {
    title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, diese E-Mail-Adresse für ein Konto bei ${product} zu verwenden.`,
    action: 'E-Mail-Adresse bestätigen',
    after: (hours: number) =>
      `Der Link funktioniert nur einmal und ist ${hours} Stunden lang gültig. ${shared.ignore}.`,
  },
  emailChanged: {
    title: 'Ihre E-Mail-Adresse wurde geändert',
    message: (product: string, newEmail: string) =>
      `Die E-Mail-Adresse Ihres Kontos bei ${product} wurde in ${newEmail} geändert.`,
    after: shared.notYou,
  },
  addressTaken: {
    title: 'Diese E-Mail-Adresse wird bereits verwendet',
    message: (product: string) =>
      `Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei ${product} verwenden. Sie gehört bereits zu Ihrem Konto, deshalb wurde nichts geändert.`,
    after:
      'Wenn Sie das waren, melden Sie sich in dem Konto an, das diese E-Mail-Adresse verwendet. Andernfalls können Sie diese E-Mail ignorieren.',
  },
  proveEmail: {
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    message: (product: string) =>
      `Jemand möchte sich bei ${product} mit dieser E-Mail-Adresse anmelden. Öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.`,
    action: 'Anmeldung fortsetzen',
    after: `Der Link ist eine Stunde lang gültig und funktioniert nur in diesem Browser. ${shared.ignore}.`,
  },
  verifyEmail: {
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    message: (product: string) =>
      `Ein Konto bei ${product} verwendet diese E-Mail-Adresse. Bestätigen Sie, dass sie Ihnen gehört.`,
    action: 'E-Mail-Adresse bestätigen',
    after: (hours: number) =>
      `Der Link funktioniert nur einmal und ist ${hours} Stunden lang gültig. Wenn Sie dort kein Konto haben, können Sie diese E-Mail ignorieren.`,
  },
};
