import { line } from '@org/identity-core';
import type * as en from '../en/mails.js';

const notYou = 'Wenn Sie das nicht waren, hat jemand anderes Ihr Konto: Wenden Sie sich sofort an die Betreiber.';
const ignore = 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren';

export const mails: typeof en.mails = {
  accountDeleted: {
    title: 'Ihr Konto wird gelöscht',
    message: (product: string, date: string) =>
      `Ihr Konto bei ${product} ist geschlossen und wird am ${date} endgültig gelöscht. Melden Sie sich vorher an, um es zu behalten.`,
    after: 'Wenn nicht Sie es gelöscht haben: Melden Sie sich an, behalten Sie das Konto und ändern Sie Ihr Passwort.',
  },
  accountKept: {
    title: 'Ihr Konto bleibt bestehen',
    message: (product: string) => `Ihr Konto bei ${product} ist wieder offen und wird nicht gelöscht.`,
    after: 'Wenn Sie das nicht waren, kennt jemand anderes Ihr Passwort: Ändern Sie es sofort.',
  },
  confirmEmail: {
    title: 'Bestätigen Sie Ihre neue Adresse',
    message: (product: string) =>
      `Jemand, vermutlich Sie, möchte diese Adresse für ein Konto bei ${product} verwenden.`,
    action: 'Adresse bestätigen',
    after: (hours: number) => `Der Link gilt ${hours} Stunden lang und nur einmal. ${ignore}.`,
  },
  emailChanged: {
    title: 'Die Adresse Ihres Kontos wurde geändert',
    message: (product: string, newEmail: string) =>
      `Die Adresse Ihres Kontos bei ${product} wurde in ${newEmail} geändert.`,
    after: notYou,
  },
  addressTaken: {
    title: 'Zu dieser Adresse gibt es bereits ein Konto',
    message: (product: string) =>
      `Jemand möchte diese Adresse für ein anderes Konto bei ${product} verwenden. Sie gehört zu Ihrem, deshalb wurde nichts geändert.`,
    after:
      'Wenn Sie das waren: Melden Sie sich mit dem Konto an, zu dem diese Adresse bereits gehört. Wenn nicht, können Sie diese E-Mail ignorieren.',
  },
  passkeyAdded: {
    title: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    message: (product: string, name: string) =>
      `Mit dem Passkey „${name}“ kann man sich von nun an in Ihrem Konto bei ${product} anmelden.`,
    after: notYou,
  },
  passkeyRemoved: {
    title: 'Aus Ihrem Konto wurde ein Passkey entfernt',
    message: (product: string, name: string) => `Der Passkey „${name}“ öffnet Ihr Konto bei ${product} nicht mehr.`,
    after: notYou,
  },
  passwordChanged: {
    title: 'Ihr Passwort wurde geändert',
    message: (product: string) =>
      `Das Passwort Ihres Kontos bei ${product} wurde geändert, und überall sonst wurden Sie abgemeldet.`,
    after: notYou,
  },
  resetPassword: {
    title: 'Legen Sie ein neues Passwort fest',
    message: (product: string) =>
      `Jemand, vermutlich Sie, möchte für Ihr Konto bei ${product} ein neues Passwort festlegen.`,
    action: 'Neues Passwort festlegen',
    after: (minutes: number) =>
      `Der Link gilt ${minutes} Minuten lang und nur einmal. ${ignore}: Ihr Passwort bleibt, wie es ist.`,
  },
  passwordSet: {
    title: 'Ihr Passwort wurde neu festgelegt',
    message: (product: string) =>
      `Für Ihr Konto bei ${product} wurde über einen Link aus einer E-Mail ein neues Passwort festgelegt, und Sie wurden überall abgemeldet.`,
    after:
      'Wenn Sie das nicht waren, liest jemand anderes Ihre E-Mails und hat Ihr Konto: Sichern Sie Ihr Postfach und wenden Sie sich sofort an die Betreiber des Kontos.',
  },
  confirmRegistration: {
    title: 'Erstellen Sie Ihr Konto',
    message: (product: string) =>
      `Jemand, vermutlich Sie, möchte bei ${product} ein Konto mit dieser Adresse erstellen. Bestätigen Sie, dass sie Ihnen gehört.`,
    action: 'Konto erstellen',
    after: (hours: number) =>
      `Der Link gilt ${hours} Stunden lang und nur einmal. ${ignore}: Es wird kein Konto erstellt.`,
  },
  accountExists: {
    title: 'Sie haben bereits ein Konto',
    message: (product: string) =>
      `Jemand, vermutlich Sie, möchte bei ${product} ein Konto mit dieser Adresse erstellen. Sie haben bereits eines: Melden Sie sich damit an.`,
    action: 'Anmelden',
    forgotten: 'Passwort vergessen? Legen Sie ein neues fest:',
    after: `${ignore}: Es wurde nichts geändert.`,
  },
  secondFactorAdded: {
    title: 'Ein zweiter Faktor wurde hinzugefügt',
    message: (product: string) =>
      `Ihrem Konto bei ${product} wurde eine Authenticator-App hinzugefügt. Von nun an gehört ein Code dieser App zu jeder Anmeldung.`,
    after: notYou,
  },
  secondFactorRemoved: {
    title: 'Ihr zweiter Faktor wurde entfernt',
    message: (product: string, codesEnded: boolean) =>
      `Die Authenticator-App wurde aus Ihrem Konto bei ${product} entfernt${codesEnded ? ', und die Wiederherstellungscodes gelten nicht mehr.' : '. Ihre Passkeys und Wiederherstellungscodes bleiben.'}`,
    after: notYou,
  },
  recoveryCodesCreated: {
    title: 'Sie haben neue Wiederherstellungscodes',
    message: (product: string) =>
      `Für Ihr Konto bei ${product} wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.`,
    after: notYou,
  },
  recoveryCodeUsed: {
    title: 'Ein Wiederherstellungscode wurde verwendet',
    message: (product: string, left: number) =>
      `Jemand hat sich mit einem Wiederherstellungscode in Ihrem Konto bei ${product} angemeldet. ${left === 0 ? 'Es war der letzte: Erstellen Sie bald neue.' : line`Verbleibende Codes: ${left}.`}`,
    after: notYou,
  },
  linkAdded: {
    title: (provider: string) => `${provider} öffnet Ihr Konto`,
    message: (product: string, provider: string, account: string | undefined) =>
      `Mit ${account ? `dem Konto ${account} bei ${provider}` : `einem Konto bei ${provider}`} kann man sich von nun an in Ihrem Konto bei ${product} anmelden.`,
    after: notYou,
  },
  linkRemoved: {
    title: (provider: string) => `${provider} öffnet Ihr Konto nicht mehr`,
    message: (product: string, provider: string) =>
      `Ihr Konto bei ${product} lässt sich nicht mehr mit ${provider} öffnen.`,
    after: notYou,
  },
  proveAddress: {
    title: (provider: string) => `Mit ${provider} anmelden`,
    message: (product: string, provider: string) =>
      `Jemand, vermutlich Sie, möchte sich bei ${product} mit einem Konto von ${provider} anmelden, das diese Adresse nennt. Öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.`,
    action: 'Anmeldung fortsetzen',
    after: `Der Link gilt eine Stunde lang, nur einmal und nur dort. ${ignore}.`,
  },
  verifyEmail: {
    title: 'Bestätigen Sie Ihre Adresse',
    message: (product: string) => `Ein Konto bei ${product} hat diese Adresse. Bestätigen Sie, dass sie Ihnen gehört.`,
    action: 'Adresse bestätigen',
    after: (hours: number) =>
      `Der Link gilt ${hours} Stunden lang und nur einmal. Wenn Sie kein solches Konto haben, ignorieren Sie diese E-Mail.`,
  },
};
