import { line } from '@org/identity-core';
import type * as en from '../en/mails.js';

const notYou =
  'Wenn Sie das nicht waren, hat möglicherweise jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich sofort an den Support.';
const ignore = 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren';

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
    title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, diese E-Mail-Adresse für ein Konto bei ${product} zu verwenden.`,
    action: 'E-Mail-Adresse bestätigen',
    after: (hours: number) => `Der Link gilt ${hours} Stunden lang und nur einmal. ${ignore}.`,
  },
  emailChanged: {
    title: 'Ihre E-Mail-Adresse wurde geändert',
    message: (product: string, newEmail: string) =>
      `Die E-Mail-Adresse Ihres Kontos bei ${product} wurde in ${newEmail} geändert.`,
    after: notYou,
  },
  addressTaken: {
    title: 'Diese E-Mail-Adresse wird bereits verwendet',
    message: (product: string) =>
      `Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei ${product} verwenden. Sie gehört bereits zu Ihrem Konto, deshalb wurde nichts geändert.`,
    after:
      'Wenn Sie das waren, melden Sie sich in dem Konto an, das diese E-Mail-Adresse verwendet. Andernfalls können Sie diese E-Mail ignorieren.',
  },
  passkeyAdded: {
    title: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    message: (product: string, name: string) =>
      `Mit dem Passkey „${name}“ kann man sich von nun an in Ihrem Konto bei ${product} anmelden.`,
    after: notYou,
  },
  passkeyRemoved: {
    title: 'Aus Ihrem Konto wurde ein Passkey entfernt',
    message: (product: string, name: string) =>
      `Mit dem Passkey „${name}“ kann man sich nicht mehr in Ihrem Konto bei ${product} anmelden.`,
    after: notYou,
  },
  passwordChanged: {
    title: 'Ihr Passwort wurde geändert',
    message: (product: string) =>
      `Das Passwort Ihres Kontos bei ${product} wurde geändert. Überall sonst wurden Sie abgemeldet.`,
    after: notYou,
  },
  resetPassword: {
    title: 'Setzen Sie Ihr Passwort zurück',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos bei ${product} zurückzusetzen.`,
    action: 'Neues Passwort festlegen',
    after: (minutes: number) =>
      `Der Link gilt ${minutes} Minuten lang und nur einmal. ${ignore}: Ihr Passwort bleibt, wie es ist.`,
  },
  passwordSet: {
    title: 'Ihr Passwort wurde zurückgesetzt',
    message: (product: string) =>
      `Das Passwort Ihres Kontos bei ${product} wurde über einen Link aus einer E-Mail zurückgesetzt. Sie wurden überall abgemeldet.`,
    after:
      'Wenn Sie das nicht waren, liest möglicherweise jemand anderes Ihre E-Mails. Sichern Sie Ihr Postfach und wenden Sie sich sofort an den Support.',
  },
  confirmRegistration: {
    title: 'Erstellen Sie Ihr Konto',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, bei ${product} ein Konto mit dieser E-Mail-Adresse zu erstellen. Bestätigen Sie, dass sie Ihnen gehört.`,
    action: 'Konto erstellen',
    after: (hours: number) =>
      `Der Link gilt ${hours} Stunden lang und nur einmal. ${ignore}: Es wird kein Konto erstellt.`,
  },
  accountExists: {
    title: 'Sie haben bereits ein Konto',
    message: (product: string) =>
      `Wir haben eine Anfrage erhalten, bei ${product} ein Konto mit dieser E-Mail-Adresse zu erstellen. Sie haben bereits eines und können sich einfach anmelden.`,
    action: 'Anmelden',
    forgotten: 'Passwort vergessen? Legen Sie ein neues fest:',
    after: `${ignore}: Es wurde nichts geändert.`,
  },
  secondFactorAdded: {
    title: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
    message: (product: string) =>
      `Ihrem Konto bei ${product} wurde eine Authenticator-App hinzugefügt. Von nun an brauchen Sie zum Anmelden einen Code aus der App.`,
    after: notYou,
  },
  secondFactorRemoved: {
    title: 'Ihre Authenticator-App wurde entfernt',
    message: (product: string, codesEnded: boolean) =>
      `Die Authenticator-App wurde aus Ihrem Konto bei ${product} entfernt${codesEnded ? ', und die Wiederherstellungscodes gelten nicht mehr.' : '. Ihre Passkeys und Wiederherstellungscodes gelten weiterhin.'}`,
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
    title: (provider: string) => `${provider} wurde mit Ihrem Konto verknüpft`,
    message: (product: string, provider: string, account: string | undefined) =>
      `Mit ${account ? `dem Konto ${account} bei ${provider}` : `einem Konto bei ${provider}`} kann man sich von nun an in Ihrem Konto bei ${product} anmelden.`,
    after: notYou,
  },
  linkRemoved: {
    title: (provider: string) => `Die Verknüpfung mit ${provider} wurde entfernt`,
    message: (product: string, provider: string) =>
      `Mit ${provider} kann man sich nicht mehr in Ihrem Konto bei ${product} anmelden.`,
    after: notYou,
  },
  proveAddress: {
    title: (provider: string) => `Mit ${provider} anmelden`,
    message: (product: string, provider: string) =>
      `Wir haben eine Anfrage erhalten, sich bei ${product} mit einem ${provider}-Konto anzumelden, das diese E-Mail-Adresse verwendet. Öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.`,
    action: 'Anmeldung fortsetzen',
    after: `Der Link gilt eine Stunde lang, nur einmal und nur dort. ${ignore}.`,
  },
  verifyEmail: {
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    message: (product: string) =>
      `Ein Konto bei ${product} verwendet diese E-Mail-Adresse. Bestätigen Sie, dass sie Ihnen gehört.`,
    action: 'E-Mail-Adresse bestätigen',
    after: (hours: number) =>
      `Der Link gilt ${hours} Stunden lang und nur einmal. Wenn Sie dort kein Konto haben, können Sie diese E-Mail ignorieren.`,
  },
};
