import { longDate, type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const invitation: typeof en.invitation = {
  title: 'Einladung annehmen',
  invites: (inviter: Part, tenant: Part) => sentence`${inviter} lädt Sie zu ${tenant} ein`,
  invited: (tenant: Part) => sentence`Sie wurden zu ${tenant} eingeladen`,
  choosePassword: (email: Part) => sentence`Wählen Sie ein Passwort für Ihr neues Konto ${email}.`,
  chooseName: (email: Part) =>
    sentence`Für Ihr neues Konto ${email}. Sie melden sich mit Codes an, die wir Ihnen per E-Mail senden.`,
  name: 'Ihr Name',
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen. Mehrere ungewöhnliche Wörter sind eine gute Wahl.',
  createAndJoin: 'Konto erstellen und beitreten',
  signedInAs: (email: Part) => sentence`Sie sind als ${email} angemeldet.`,
  join: 'Beitreten',
  hasAccount: (email: Part) =>
    sentence`Sie haben bereits ein Konto: ${email}. Geben Sie Ihr Passwort ein, um beizutreten.`,
  signInOtherwise: 'Auf andere Weise anmelden',
  signInFirst: (email: Part) => sentence`Sie haben bereits ein Konto: ${email}. Melden Sie sich an, um beizutreten.`,
  signIn: 'Anmelden',
  byProvider: (email: Part, connection: Part) =>
    sentence`In Ihrer Organisation meldet man sich mit ${connection} an. Melden Sie sich dort als ${email} an, um beizutreten. Ein Passwort brauchen Sie hier nicht.`,
  continueWith: (connection: string) => `Weiter mit ${connection}`,
  otherTitle: 'Diese Einladung gilt für eine andere E-Mail-Adresse',
  other: (email: Part, signedInAs: Part) =>
    sentence`Sie wurde an ${email} gesendet, aber Sie sind als ${signedInAs} angemeldet. Melden Sie sich ab, um sie anzunehmen, oder bitten Sie um eine Einladung an Ihre eigene E-Mail-Adresse.`,
  signOutAndGoOn: 'Abmelden und fortfahren',
  joinedTitle: 'Willkommen',
  joined: (tenant: Part) =>
    sentence`Sie sind jetzt Mitglied bei ${tenant}. Öffnen Sie die Anwendung, für die Sie eingeladen wurden, und melden Sie sich an.`,
  errors: {
    wrongPassword: 'Das ist nicht das Passwort dieses Kontos. Prüfen Sie es und versuchen Sie es noch einmal.',
    name: 'Geben Sie Ihren Namen ein (höchstens 100 Zeichen, ohne Webadresse).',
  },
  expired: {
    title: 'Diese Einladung ist abgelaufen',
    message: 'Einladungen sind nur für begrenzte Zeit gültig.',
    advice:
      'Bitten Sie die Person, die Sie eingeladen hat, die Einladung noch einmal zu senden. Wenn Sie sie schon angenommen haben, melden Sie sich einfach an.',
  },
  dead: {
    title: 'Diese Einladung kann nicht verwendet werden',
    message: 'Sie wurde bereits angenommen oder zurückgezogen, oder der Link ist unvollständig.',
    advice:
      'Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung. Wenn Sie die Einladung schon angenommen haben, melden Sie sich einfach an.',
  },
};

export const invitationMail: typeof en.invitationMail = {
  subject: (inviter: string, tenant: string) => `${inviter} lädt Sie zu ${tenant} ein`,
  title: (tenant: string) => `Treten Sie ${tenant} bei`,
  message: (inviter: string, tenant: string) => `${inviter} lädt Sie ein, ${tenant} beizutreten.`,
  messageParts: (inviter: Part, tenant: Part) => sentence`${inviter} lädt Sie ein, ${tenant} beizutreten.`,
  accept: 'Einladung annehmen',
  after: (date: Date) =>
    `Der Link funktioniert nur einmal und ist bis zum ${longDate(date, 'de')} gültig. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`,
};
