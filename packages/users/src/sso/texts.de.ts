import { type Part, sentence } from '@org/identity-core';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

const beginAgain = 'Beginnen Sie in Ihrer Anwendung noch einmal.';

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

export const linksReview: typeof en.linksReview = {
  title: 'Prüfen Sie Ihre verknüpften Konten',
  lead: 'Diese Anbieter sind mit Ihrem Konto verknüpft und können es ohne Ihr Passwort öffnen. Entfernen Sie alle, die Sie nicht selbst verknüpft haben.',
  linkedAt: (date: string) => `Verknüpft am ${date}`,
  remove: 'Entfernen',
  goOn: 'Weiter',
};

export const providers: typeof en.providers = {
  lead: 'Mit einem verknüpften Konto können Sie sich hier ohne Ihr Passwort anmelden.',
  lastUsed: (date: string) => `Zuletzt verwendet am ${date}`,
  remove: 'Entfernen',
  notLinked: 'Nicht verknüpft',
  link: 'Verknüpfen',
};

export const mails: typeof en.mails = {
  linkAdded: {
    title: (provider: string) => `${provider} wurde mit Ihrem Konto verknüpft`,
    message: (product: string, provider: string, account: string | undefined) =>
      `Mit ${account ? `dem Konto ${account} bei ${provider}` : `einem Konto bei ${provider}`} kann man sich von nun an in Ihrem Konto bei ${product} anmelden.`,
    after: shared.notYou,
  },
  linkRemoved: {
    title: (provider: string) => `Die Verknüpfung mit ${provider} wurde entfernt`,
    message: (product: string, provider: string) =>
      `Mit ${provider} kann man sich nicht mehr in Ihrem Konto bei ${product} anmelden.`,
    after: shared.notYou,
  },
  proveAddress: {
    title: (provider: string) => `Mit ${provider} anmelden`,
    message: (product: string, provider: string) =>
      `Wir haben eine Anfrage erhalten, sich bei ${product} mit einem ${provider}-Konto anzumelden, das diese E-Mail-Adresse verwendet. Öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.`,
    action: 'Anmeldung fortsetzen',
    after: `Der Link gilt eine Stunde lang, nur einmal und nur dort. ${shared.ignore}.`,
  },
};
