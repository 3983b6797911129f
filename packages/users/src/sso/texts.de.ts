import { type Part, sentence } from '@org/identity-ui';
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
    'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es noch einmal oder lassen Sie sich eine E-Mail senden.',
  lookTitle: 'Prüfen Sie Ihr Postfach',
  look: (email: Part) =>
    sentence`Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin in diesem Browser, um fortzufahren. Diese Seite können Sie schließen.`,
  noMail:
    'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach oder beginnen Sie die Anmeldung noch einmal.',
  confirmTitle: (provider: string) => `Mit ${provider} anmelden`,
  confirm: (provider: string, email: Part) =>
    sentence`Ab jetzt können Sie sich mit ${provider} im Konto von ${email} anmelden.`,
  goOn: 'Weiter',
  failedTitle: 'Etwas ist schiefgegangen',
  linkedTitle: (provider: string) => `${provider} ist verknüpft`,
  linked: (provider: string) => `Sie können sich jetzt mit ${provider} anmelden. Diese Seite können Sie schließen.`,
  failures: {
    unknownProvider: (_provider: string) => 'Diese Art der Anmeldung gibt es hier nicht.',
    unreachable: (provider: string) =>
      `${provider} ist zurzeit nicht erreichbar. Versuchen Sie es noch einmal oder melden Sie sich auf einem anderen Weg an.`,
    unreachableForLink: (provider: string) =>
      `${provider} ist zurzeit nicht erreichbar. Versuchen Sie es später noch einmal.`,
    tooMany: (_provider: string) =>
      'Es wurden zu viele Anmeldungen begonnen. Warten Sie einige Minuten, und versuchen Sie es dann noch einmal.',
    over: (_provider: string) =>
      'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Beginnen Sie noch einmal.',
    reviewOver: (_provider: string) =>
      'Diese Seite ist abgelaufen. Melden Sie sich an und prüfen Sie die verknüpften Konten in Ihrem Konto.',
    noAddress: (provider: string) =>
      `Ihr ${provider}-Konto hat keine E-Mail-Adresse. Für ein Konto hier brauchen Sie eine.`,
    noAccount: (_provider: string) =>
      'Es gibt kein Konto mit dieser E-Mail-Adresse. Bitten Sie jemanden aus Ihrem Team um eine Einladung.',
    takenAtSignIn: (provider: string) =>
      `Das Konto mit dieser E-Mail-Adresse ist bereits mit einem anderen Konto bei ${provider} verknüpft. Melden Sie sich mit diesem anderen Konto an oder entfernen Sie zuerst die Verknüpfung.`,
    takenAtLink: (provider: string) =>
      `Dieses Konto bei ${provider} ist bereits mit einem anderen Konto verknüpft, oder Ihr Konto ist mit einem anderen Konto bei ${provider} verknüpft. Es wurde nichts geändert.`,
    notHere: (_provider: string) =>
      `Dieser Link ist abgelaufen, wurde schon verwendet oder gehört jemandem, der in diesem Browser nicht angemeldet ist. ${beginAgain}`,
    unknownAnswer: (_provider: string) =>
      'Diese Anmeldung wurde in einem anderen Browser begonnen oder hat zu lange gedauert. Gehen Sie zurück zu Ihrer Anwendung und beginnen Sie noch einmal.',
    notConfirmed: (provider: string) =>
      `${provider} hat nicht bestätigt, wer Sie sind. Es wurde nichts geändert. Sie können es noch einmal versuchen.`,
  },
};

export const linksReview: typeof en.linksReview = {
  title: 'Prüfen Sie Ihre verknüpften Konten',
  lead: 'Diese Anbieter sind mit Ihrem Konto verknüpft. Über sie ist eine Anmeldung ohne Ihr Passwort möglich. Entfernen Sie alle, die Sie nicht selbst verknüpft haben.',
  linkedAt: (date: string) => `Verknüpft am ${date}`,
  remove: 'Entfernen',
  goOn: 'Weiter',
};

export const providers: typeof en.providers = {
  lead: 'Statt mit Ihrem Passwort können Sie sich mit einem verknüpften Konto anmelden.',
  lastUsed: (date: Part) => sentence`Zuletzt verwendet am ${date}`,
  remove: 'Entfernen',
  notLinked: 'Nicht verknüpft',
  link: 'Verknüpfen',
};

export const mails: typeof en.mails = {
  linkAdded: {
    title: (provider: string) => `${provider} wurde mit Ihrem Konto verknüpft`,
    message: (product: string, provider: string, account: string | undefined) =>
      `${account ? `Das Konto ${account} bei ${provider}` : `Ein Konto bei ${provider}`} kann jetzt für die Anmeldung in Ihrem Konto bei ${product} verwendet werden.`,
    after: shared.notYou,
  },
  linkRemoved: {
    title: (provider: string) => `Die Verknüpfung mit ${provider} wurde entfernt`,
    message: (product: string, provider: string) =>
      `${provider} kann nicht mehr für die Anmeldung in Ihrem Konto bei ${product} verwendet werden.`,
    after: shared.notYou,
  },
  proveAddress: {
    title: (provider: string) => `Mit ${provider} anmelden`,
    message: (product: string, provider: string) =>
      `Jemand möchte sich bei ${product} mit einem ${provider}-Konto anmelden, das diese E-Mail-Adresse verwendet. Öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.`,
    action: 'Anmeldung fortsetzen',
    after: `Der Link funktioniert nur einmal und nur in diesem Browser. Er ist eine Stunde lang gültig. ${shared.ignore}.`,
  },
};
