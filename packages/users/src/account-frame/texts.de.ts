import type * as en from './texts.en.js';

export const account: typeof en.account = {
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
  joined: 'Sie sind der Organisation beigetreten.',
  profile: 'Ihr Profil wurde gespeichert.',
  password: 'Ihr Passwort wurde geändert. Überall sonst wurden Sie abgemeldet.',
  'password-links':
    'Ihr Passwort wurde geändert. Überall sonst wurden Sie abgemeldet. Diese Anbieter sind mit Ihrem Konto verknüpft. Entfernen Sie alle, die Sie nicht selbst verknüpft haben.',
  'password-mail':
    'Wir haben Ihnen einen Link gesendet, mit dem Sie ein Passwort festlegen können. Er ist eine Stunde lang gültig. Wenn die E-Mail nicht ankommt, warten Sie etwas, bevor Sie eine neue anfordern.',
  email:
    'Wenn die Adresse verwendet werden kann, haben wir einen Link dorthin gesendet. Öffnen Sie den Link, um Ihre E-Mail-Adresse zu ändern.',
  verification:
    'Wir haben Ihnen einen Link gesendet, mit dem Sie Ihre E-Mail-Adresse bestätigen. Wenn die E-Mail nicht ankommt, warten Sie etwas, bevor Sie eine neue anfordern.',
  'second-factor-removed': 'Die Authenticator-App wurde entfernt.',
  'passkey-added': 'Ihr Passkey ist bereit.',
  'passkey-removed': 'Der Passkey wurde entfernt.',
  session: 'Die Sitzung wurde beendet.',
  sessions: 'Überall sonst wurden Sie abgemeldet.',
  linked: 'Das Konto wurde verknüpft. Sie können sich jetzt damit anmelden.',
  unlinked: 'Die Verknüpfung wurde entfernt.',
};

export const refusals: typeof en.refusals = {
  'current-password': 'Das ist nicht Ihr aktuelles Passwort.',
  'wrong-code':
    'Dieser Code stimmt nicht. Prüfen Sie, ob die Uhrzeit auf Ihrem Smartphone stimmt, und geben Sie den neuesten Code ein.',
  'changed-meanwhile': 'Das wurde inzwischen geändert, vielleicht in einem anderen Fenster. Prüfen Sie es noch einmal.',
  'passkey-not-made':
    'Der Passkey konnte nicht erstellt werden, oder es hat zu lange gedauert. Versuchen Sie es noch einmal.',
  'too-many-passkeys': 'Sie können höchstens 20 Passkeys haben. Entfernen Sie zuerst einen.',
  'no-such-passkey': 'Diesen Passkey gibt es nicht mehr.',
  'needs-operator':
    'Sie sind Super-Admin ohne zweiten Faktor. Bitten Sie den Betreiber dieses Dienstes um einen Link, um einen einzurichten: identity-server users second-factor-link.',
  'no-such-button': 'Diese Aktion ist hier nicht möglich.',
  CURRENT_PASSWORD_INCORRECT: 'Das ist nicht Ihr Passwort.',
  SAME_PASSWORD: 'Das ist bereits Ihr Passwort. Wählen Sie ein anderes.',
  INCORRECT_CONFIRMATION: 'Geben Sie DELETE in Großbuchstaben ein.',
  TENANT_OWNER:
    'Sie sind der einzige Inhaber einer Organisation. Machen Sie zuerst jemand anderen zum Inhaber oder löschen Sie die Organisation.',
  PASSWORD_REQUIRED: 'Legen Sie zuerst ein Passwort fest. Ohne diese Verknüpfung könnten Sie sich nicht mehr anmelden.',
  LAST_LOGIN_METHOD: 'Sie können sich nur über diese Verknüpfung anmelden.',
  SSO_LINK_NOT_FOUND: 'Ihr Konto ist mit diesem Anbieter nicht verknüpft.',
  SESSION_NOT_FOUND: 'Diese Sitzung ist bereits beendet.',
};
