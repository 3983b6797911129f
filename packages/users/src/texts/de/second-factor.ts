import { type Part, sentence } from '@org/identity-core';
import type * as en from '../en/second-factor.js';

const wrongCode =
  'Dieser Code stimmt nicht. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und geben Sie den Code ein, den es jetzt anzeigt.';

export const secondFactor: typeof en.secondFactor = {
  codeTitle: 'Geben Sie Ihren Code ein',
  passkeyTitle: 'Verwenden Sie Ihren Passkey',
  openApp: 'Öffnen Sie Ihre Authenticator-App und geben Sie den Code ein, den sie jetzt anzeigt.',
  code: 'Code',
  continue: 'Weiter',
  usePasskey: 'Passkey verwenden',
  recoveryInstead: 'Stattdessen einen Wiederherstellungscode verwenden',
  recoveryCode: 'Wiederherstellungscode',
  recoveryHint: 'Jeder der Codes, die Sie aufbewahrt haben, gilt einmal.',
  useRecoveryCode: 'Wiederherstellungscode verwenden',
  cancel: 'Abbrechen',
  errors: {
    missing: 'Geben Sie einen Code ein.',
    refused:
      'Dieser Code stimmt nicht, wurde schon verwendet, oder es gab zu viele Versuche. Warten Sie auf den nächsten Code und versuchen Sie es damit; nach vielen Versuchen warten Sie bitte einige Minuten.',
    wrongCode,
  },
  setUpTitle: 'Zweiten Faktor einrichten',
  needsMore: (client: Part) =>
    sentence`Um weiter zu ${client} zu gelangen, braucht Ihr Konto mehr als einen Nachweis, dass es Ihnen gehört.`,
  needsApp:
    'Sie brauchen eine Authenticator-App auf Ihrem Telefon oder Computer. Sie zeigt alle 30 Sekunden einen neuen Code an, und von nun an gehört ein solcher Code zu jeder Anmeldung.',
  setUp: 'App einrichten',
  scanTitle: 'Scannen Sie dies mit Ihrer App',
  thenEnter: 'Geben Sie dann den Code ein, den die App anzeigt.',
  scanThenEnter: 'Scannen Sie dies mit Ihrer App und geben Sie dann den Code ein, den sie anzeigt.',
  qrCode: 'QR-Code mit dem Schlüssel für Ihre Authenticator-App',
  typeInstead: 'Stattdessen eintippen',
  type: 'Wählen Sie in der App „Schlüssel eingeben“, zeitbasiert, und tippen Sie:',
  confirm: 'Bestätigen',
  keepTitle: 'Bewahren Sie Ihre Wiederherstellungscodes auf',
  keep: 'Wenn Sie Ihre App verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Sie werden nicht noch einmal angezeigt.',
  file: (product: string) => `Wiederherstellungscodes für ${product}. Jeder gilt einmal.`,
  fileName: 'wiederherstellungscodes.txt',
  save: 'Als Datei speichern',
  kept: 'Ich habe sie aufbewahrt',
};

export const passkeys: typeof en.passkeys = {
  title: 'Verwenden Sie Ihren Passkey',
  lead: 'Ihr Gerät fragt nach Ihrem Finger, Ihrem Gesicht oder Ihrer PIN.',
  use: 'Passkey verwenden',
  anotherWay: 'Anderen Weg wählen',
  cancel: 'Abbrechen',
  refused:
    'Dieser Passkey wurde nicht angenommen: Er ist hier nicht bekannt, oder es hat zu lange gedauert. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
};

export const security: typeof en.security = {
  app: 'Authenticator-App',
  withoutApp:
    'Mit einer Authenticator-App gehört zu jeder Anmeldung auch ein Code Ihres Telefons oder Computers: Wer Ihr Passwort erfährt, kommt trotzdem nicht hinein.',
  setUp: 'App einrichten',
  yourApp: 'Ihre App',
  since: (date: string) => `Seit ${date}`,
  remove: 'Entfernen',
  removeApp: ': die App',
  recoveryCodes: 'Wiederherstellungscodes',
  codesLeft: (count: number) => `Noch ${count}. Neue machen die alten ungültig.`,
  newCodes: 'Neue erstellen',
  newCodesOf: ': Wiederherstellungscodes',
  passkeys: 'Passkeys',
  aboutPasskeys: 'Mit einem Passkey melden Sie sich per Finger, Gesicht oder PIN Ihres Geräts an, ohne Passwort.',
  lastUsed: (date: string) => `Zuletzt verwendet am ${date}`,
  made: (date: string) => `Erstellt am ${date}`,
  removePasskey: (name: string) => `: den Passkey ${name}`,
  makePasskey: 'Passkey erstellen',
  makeLead: 'Ihr Gerät fragt nach Ihrem Finger, Ihrem Gesicht oder Ihrer PIN und bewahrt den Passkey auf.',
  passkeyName: 'Wie soll er heißen?',
  passkeyNameValue: 'Passkey',
  passkeyNameHint: 'Zum Beispiel der Name Ihres Geräts.',
  makeThePasskey: 'Passkey erstellen',
  notNow: 'Nicht jetzt',
};
