import { type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

const askAdmin = 'Wenden Sie sich an die Person, die in Ihrer Organisation die Anmeldung verwaltet.';
const askInvite = 'Bitten Sie die Person, die Ihre Organisation verwaltet, Sie einzuladen.';
const ignore = 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren';

export const signIn: typeof en.signIn = {
  proveTitle: 'Sie haben schon ein Konto',
  prove: (connection: string, email: Part) =>
    sentence`Für ${email} gibt es schon ein Konto. Bestätigen Sie einmal, dass es Ihnen gehört. Danach können Sie sich mit ${connection} anmelden.`,
  password: 'Passwort Ihres Kontos hier',
  goOn: 'Weiter',
  mailInstead: 'Stattdessen eine E-Mail erhalten',
  sendMail: 'E-Mail senden',
  proofRefused:
    'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es noch einmal, oder lassen Sie sich eine E-Mail senden.',
  lookTitle: 'Sehen Sie in Ihr Postfach',
  look: (email: Part) =>
    sentence`Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link in diesem Browser, um fortzufahren. Sie können diese Seite schließen.`,
  noMail: 'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach, oder melden Sie sich noch einmal an.',
  confirmTitle: 'Bestätigen Sie Ihre Anmeldung',
  confirm: (connection: string, email: Part) =>
    sentence`Ab jetzt können Sie sich im Konto von ${email} mit ${connection} anmelden.`,
  switchTitle: 'Konto wechseln?',
  switchAccount: (connection, before, after) =>
    sentence`Sie sind als ${before} angemeldet. ${connection} würde Sie stattdessen als ${after} anmelden, und die Sitzung von ${before} würde in diesem Browser enden.`,
  switchGo: 'Konto wechseln',
  switchStay: 'Angemeldet bleiben',
  failedTitle: 'Die Anmeldung hat nicht funktioniert',
  breakGlass: 'Als Inhaber für den Notfall anmelden',
  failures: {
    unreachable: (connection: string) =>
      `${connection} ist zurzeit nicht erreichbar. Versuchen Sie es in einer Minute noch einmal.`,
    too_many: (_connection: string) =>
      'Es wurden zu viele Anmeldungen begonnen. Warten Sie einige Minuten, und versuchen Sie es dann noch einmal.',
    over: (_connection: string) =>
      'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Beginnen Sie noch einmal.',
    not_active: (connection: string) =>
      `Die Anmeldung mit ${connection} wurde inzwischen geändert oder ausgeschaltet. Beginnen Sie noch einmal.`,
    not_confirmed: (connection: string) =>
      `${connection} hat nicht bestätigt, wer Sie sind. Sie können es noch einmal versuchen.`,
    not_active_here: (_connection: string) =>
      'Diese Anmeldung gibt es nicht, oder sie wurde ausgeschaltet. Melden Sie sich mit Ihrer E-Mail-Adresse an.',
    other_issuer: (connection: string) =>
      `Diese Anmeldung hat ein anderer Anbieter als ${connection} begonnen. ${askAdmin}`,
    foreign_target: (connection: string) =>
      `${connection} wollte eine Seite öffnen, die nicht zu diesem Dienst gehört. ${askAdmin}`,
    no_email: (connection: string) => `${connection} hat keine E-Mail-Adresse für Sie gesendet. ${askAdmin}`,
    foreign_email: (connection: string) =>
      `Ihre E-Mail-Adresse bei ${connection} gehört zu keiner Domain Ihrer Organisation. ${askAdmin}`,
    foreign_organization: (connection: string) =>
      `Ihr Konto bei ${connection} gehört nicht zu Ihrer Organisation. ${askAdmin}`,
    email_not_verified: (connection: string) =>
      `Laut ${connection} ist Ihre E-Mail-Adresse nicht bestätigt. ${askAdmin}`,
    subject_reused: (connection: string) =>
      `Ihr Konto bei ${connection} ist hier mit einem anderen Konto verknüpft als dem Ihrer E-Mail-Adresse. ${askAdmin}`,
    not_invited: (_connection: string) => `Sie sind noch kein Mitglied dieser Organisation. ${askInvite}`,
    account_closed: (_connection: string) => `Ihr Konto hier ist geschlossen. ${askAdmin}`,
    member_suspended: (_connection: string) => `Sie sind in dieser Organisation gesperrt. ${askAdmin}`,
    proof_required: (_connection: string) =>
      'Bestätigen Sie zuerst, dass das Konto mit Ihrer E-Mail-Adresse Ihnen gehört.',
  },
};

export const mails: typeof en.mails = {
  linkAdded: {
    title: (connection: string) => `${connection} wurde mit Ihrem Konto verknüpft`,
    message: (product: string, connection: string) =>
      `Ab jetzt können Sie sich mit ${connection} in Ihrem Konto bei ${product} anmelden.`,
    after: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an Ihre Administratoren.',
  },
  prove: {
    title: (connection: string) => `Mit ${connection} anmelden`,
    message: (product: string, connection: string) =>
      `Jemand möchte sich mit ${connection} in Ihrem Konto bei ${product} anmelden. Öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.`,
    action: 'Anmeldung fortsetzen',
    after: `Der Link funktioniert nur einmal und nur in diesem Browser. Er ist eine Stunde lang gültig. ${ignore}.`,
  },
};
