import { type Part, sentence } from '@org/identity-core';
import type * as en from '../en/links.js';

export const deadLink: typeof en.deadLink = {
  title: 'Dieser Link kann nicht verwendet werden',
  message: 'Er ist abgelaufen, wurde schon verwendet, oder es wurde ein neuerer gesendet.',
  advice: {
    passwordReset:
      'Wenn Sie noch ein neues Passwort brauchen, fordern Sie dort, wo Sie sich anmelden, einen neuen Link an.',
    emailChange: 'Wenn Ihre E-Mail-Adresse noch nicht geändert ist, fordern Sie in Ihrem Konto einen neuen Link an.',
    emailVerification:
      'Wenn Ihre E-Mail-Adresse noch nicht bestätigt ist, fordern Sie in Ihrem Konto einen neuen Link an.',
    registration:
      'Wenn Sie Ihr Konto schon haben, melden Sie sich in der Anwendung an. Andernfalls registrieren Sie sich dort noch einmal.',
  },
};

export const emailChange: typeof en.emailChange = {
  title: 'Neue E-Mail-Adresse bestätigen',
  willUse: (email: Part, newEmail: Part) =>
    sentence`Das Konto ${email} verwendet von nun an ${newEmail}, auch zum Anmelden.`,
  use: 'Diese E-Mail-Adresse verwenden',
  doneTitle: 'Ihre E-Mail-Adresse wurde geändert',
  done: (email: Part) =>
    sentence`Melden Sie sich von nun an mit ${email} an. An Ihre alte E-Mail-Adresse haben wir einen Hinweis gesendet.`,
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

const beginAgain = 'Beginnen Sie in Ihrer Anwendung noch einmal.';

export const linksReview: typeof en.linksReview = {
  title: 'Prüfen Sie Ihre verknüpften Konten',
  lead: 'Diese Anbieter sind mit Ihrem Konto verknüpft und können es ohne Ihr Passwort öffnen. Entfernen Sie alle, die Sie nicht selbst verknüpft haben.',
  linkedAt: (date: string) => `Verknüpft am ${date}`,
  remove: 'Entfernen',
  goOn: 'Weiter',
};

export const sso: typeof en.sso = {
  proveTitle: 'Ist das Ihre E-Mail-Adresse?',
  prove: (provider: string, email: Part) =>
    sentence`Ihr ${provider}-Konto verwendet ${email}. Bestätigen Sie einmal, dass Sie das sind. Danach können Sie sich mit ${provider} anmelden.`,
  password: 'Passwort Ihres Kontos bei uns',
  signInAndLink: (provider: string) => `Anmelden und ${provider} verknüpfen`,
  mailInstead: 'Stattdessen eine E-Mail erhalten',
  sendMail: 'E-Mail senden',
  proofRefused:
    'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es noch einmal, oder lassen Sie sich eine E-Mail senden.',
  lookTitle: 'Sehen Sie in Ihrem Postfach nach',
  look: (email: Part) =>
    sentence`Eine E-Mail an ${email} ist unterwegs. Öffnen Sie den Link darin in diesem Browser, um fortzufahren; diese Seite können Sie schließen.`,
  noMail:
    'Nach einigen Minuten noch nichts da? Sehen Sie im Spam-Ordner nach oder beginnen Sie die Anmeldung noch einmal.',
  confirmTitle: (provider: string) => `Mit ${provider} anmelden`,
  confirm: (provider: string, email: Part) =>
    sentence`Von nun an können Sie sich mit ${provider} im Konto von ${email} anmelden.`,
  goOn: 'Weiter',
  failedTitle: 'Das hat nicht funktioniert',
  linkedTitle: (provider: string) => `${provider} ist verknüpft`,
  linked: (provider: string) =>
    `Sie können sich von nun an mit ${provider} anmelden. Diese Seite können Sie schließen.`,
  failures: {
    unknownProvider: (_provider: string) => 'Diese Art der Anmeldung gibt es hier nicht.',
    unreachable: (provider: string) =>
      `${provider} ist zurzeit nicht erreichbar. Versuchen Sie es noch einmal oder melden Sie sich auf einem anderen Weg an.`,
    unreachableForLink: (provider: string) =>
      `${provider} ist zurzeit nicht erreichbar. Versuchen Sie es später noch einmal.`,
    over: (_provider: string) =>
      'Diese Anmeldung ist vorbei oder wurde in einem anderen Browser begonnen. Beginnen Sie noch einmal.',
    reviewOver: (_provider: string) =>
      'Diese Seite ist zu alt. Melden Sie sich an und sehen Sie sich in Ihrem Konto die verknüpften Konten an.',
    noAddress: (provider: string) =>
      `Ihr ${provider}-Konto hat keine E-Mail-Adresse. Für ein Konto hier brauchen Sie eine.`,
    noAccount: (_provider: string) =>
      'Es gibt kein Konto mit dieser E-Mail-Adresse. Bitten Sie jemanden aus Ihrem Team um eine Einladung.',
    takenAtSignIn: (provider: string) =>
      `Das Konto mit dieser E-Mail-Adresse ist bereits mit einem anderen Konto bei ${provider} verknüpft. Melden Sie sich damit an oder entfernen Sie zuerst diese Verknüpfung.`,
    takenAtLink: (provider: string) =>
      `Dieses Konto bei ${provider} öffnet bereits ein anderes Konto, oder Ihres ist mit einem anderen Konto bei ${provider} verknüpft. Es wurde nichts geändert.`,
    notHere: (_provider: string) =>
      `Dieser Link ist abgelaufen, wurde schon verwendet oder gilt für jemanden, der in diesem Browser nicht angemeldet ist. ${beginAgain}`,
    unknownAnswer: (_provider: string) =>
      'Diese Anmeldung wurde in einem anderen Browser begonnen oder hat zu lange gedauert. Kehren Sie zu Ihrer Anwendung zurück und beginnen Sie noch einmal.',
    notConfirmed: (provider: string) =>
      `${provider} hat nicht bestätigt, wer Sie sind. Es wurde nichts geändert; Sie können es noch einmal versuchen.`,
  },
};
