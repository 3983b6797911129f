import type * as en from './texts.en.js';

export const account: typeof en.account = {
  navigation: 'Ihr Konto',
  signOut: 'Abmelden',
  areas: {
    overview: { name: 'Übersicht', title: 'Ihr Konto' },
    profile: { name: 'Profil', title: 'Ihr Profil' },
    email: { name: 'E-Mail-Adresse', title: 'Ihre E-Mail-Adresse' },
    password: { name: 'Passwort', title: 'Ihr Passwort' },
    security: { name: 'Sicherheit', title: 'Sicherheit' },
    providers: { name: 'Verknüpfte Konten', title: 'Verknüpfte Konten' },
    sessions: { name: 'Sitzungen', title: 'Wo Sie angemeldet sind' },
    export: { name: 'Ihre Daten', title: 'Ihre Daten' },
    delete: { name: 'Konto löschen', title: 'Ihr Konto löschen' },
  },
};

export const notices: typeof en.notices = {
  'signed-in': 'Sie haben sich noch einmal angemeldet. Sie können jetzt fortfahren.',
  joined: 'Sie sind der Organisation beigetreten.',
  profile: 'Ihr Profil ist gespeichert.',
  password: 'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
  'password-links':
    'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet. Diese Anbieter sind mit Ihrem Konto verknüpft: Entfernen Sie alle, die Sie nicht selbst verknüpft haben.',
  'password-mail':
    'Eine E-Mail mit einem Link, über den Sie ein Passwort festlegen, ist unterwegs. Der Link gilt eine Stunde lang; in dieser Zeit gehen nur wenige E-Mails hinaus.',
  email:
    'Wenn die Adresse verwendet werden kann, haben wir einen Link dorthin gesendet. Öffnen Sie ihn, um Ihre E-Mail-Adresse zu ändern.',
  verification: 'Eine E-Mail mit einem Link ist unterwegs. Pro Stunde gehen nur wenige hinaus.',
  'second-factor-removed': 'Die Authenticator-App ist entfernt.',
  'passkey-added': 'Ihr Passkey ist bereit.',
  'passkey-removed': 'Der Passkey ist entfernt.',
  session: 'Diese Sitzung ist beendet.',
  sessions: 'Überall sonst sind Sie abgemeldet.',
  linked: 'Das Konto ist verknüpft: Sie können sich von nun an damit anmelden.',
  unlinked: 'Die Verknüpfung ist entfernt.',
};

export const refusals: typeof en.refusals = {
  'current-password': 'Das ist nicht Ihr aktuelles Passwort.',
  'wrong-code':
    'Dieser Code stimmt nicht. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und geben Sie den Code ein, den es jetzt anzeigt.',
  'changed-meanwhile':
    'Das wurde inzwischen geändert, vielleicht in einem anderen Fenster. Sehen Sie noch einmal nach.',
  'passkey-not-made': 'Der Passkey wurde nicht erstellt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal.',
  'too-many-passkeys': 'Ein Konto hat höchstens 20 Passkeys. Entfernen Sie zuerst einen.',
  'no-such-passkey': 'Diesen Passkey gibt es nicht.',
  'no-such-button': 'Diese Schaltfläche gibt es hier nicht.',
  CURRENT_PASSWORD_INCORRECT: 'Das ist nicht Ihr Passwort.',
  SAME_PASSWORD: 'Das ist bereits Ihr Passwort. Wählen Sie ein anderes.',
  INCORRECT_CONFIRMATION: 'Geben Sie DELETE ein, in Großbuchstaben.',
  TENANT_OWNER:
    'Sie sind der einzige Inhaber einer Organisation. Machen Sie zuerst jemand anderen zum Inhaber oder löschen Sie die Organisation.',
  PASSWORD_REQUIRED: 'Legen Sie zuerst ein Passwort fest: Ohne diese Verknüpfung könnten Sie sich nicht mehr anmelden.',
  LAST_LOGIN_METHOD: 'Diese Verknüpfung ist der einzige Weg in Ihr Konto.',
  SSO_LINK_NOT_FOUND: 'Ihr Konto ist mit diesem Anbieter nicht verknüpft.',
  SESSION_NOT_FOUND: 'Diese Sitzung gibt es nicht, oder sie ist beendet.',
  VALIDATION_FAILED: 'Einige Felder sind nicht richtig ausgefüllt. Es wurde nichts geändert.',
  other: 'Das war nicht möglich. Es wurde nichts geändert.',
};
