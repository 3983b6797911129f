import { line, type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

const wrongCode =
  'Dieser Code stimmt nicht. Prüfen Sie, ob die Uhrzeit auf Ihrem Smartphone stimmt, und geben Sie den neuesten Code ein.';

export const secondFactor: typeof en.secondFactor = {
  codeTitle: 'Geben Sie Ihren Code ein',
  passkeyTitle: 'Verwenden Sie Ihren Passkey',
  openApp: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
  code: 'Code',
  continue: 'Weiter',
  passkeyLead: 'Ihr Gerät fragt nach Ihrem Fingerabdruck, Ihrem Gesicht oder Ihrer PIN.',
  passkeyElsewhere:
    'Ist Ihr Passkey auf Ihrem Smartphone? Wählen Sie im Browser die Option für ein anderes Gerät und scannen Sie den QR-Code mit dem Smartphone. Wenn Sie es nicht dabeihaben, verwenden Sie einen Wiederherstellungscode.',
  or: 'oder',
  usePasskey: 'Passkey verwenden',
  recoveryInstead: 'Stattdessen einen Wiederherstellungscode verwenden',
  recoveryCode: 'Wiederherstellungscode',
  recoveryHint: 'Einer der Codes, die Sie gespeichert haben. Jeder Code funktioniert nur einmal.',
  recoveryRefused:
    'Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet. Prüfen Sie ihn auf Tippfehler oder verwenden Sie einen anderen.',
  useRecoveryCode: 'Wiederherstellungscode verwenden',
  cancel: 'Abbrechen',
  errors: {
    missing: 'Geben Sie einen Code ein.',
    refused: 'Dieser Code stimmt nicht oder wurde schon verwendet. Geben Sie den nächsten Code aus Ihrer App ein.',
    passkey: 'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
    wrongCode,
  },
  setUpTitle: 'Zweiten Faktor einrichten',
  needsMore: (client: Part) =>
    sentence`Um mit ${client} fortzufahren, richten Sie für die Anmeldung einen zweiten Schritt ein.`,
  requiredBy: {
    platform:
      'Wer diesen Dienst betreibt, braucht einen zweiten Faktor: Die Plattform-Konsole kann jede Organisation und jedes Konto ändern.',
    console:
      'Diese Organisation verlangt von ihren Mitgliedern einen zweiten Faktor. Danach geht es dort weiter, wo Sie waren.',
    account: 'Richten Sie für die Anmeldung einen zweiten Schritt ein, um fortzufahren.',
  },
  needsPasskey:
    'Am schnellsten geht es mit einem Passkey: Ihr Gerät bestätigt per Fingerabdruck, Gesicht oder PIN, dass Sie es sind.',
  setUpPasskey: 'Passkey erstellen',
  needsApp:
    'Sie brauchen eine Authenticator-App auf Ihrem Smartphone oder Computer. Sie zeigt alle 30 Sekunden einen neuen Code an. Ab jetzt geben Sie bei der Anmeldung diesen Code ein.',
  setUp: 'App einrichten',
  scanTitle: 'Scannen Sie diesen QR-Code mit Ihrer App',
  thenEnter: 'Geben Sie dann den Code aus der App ein.',
  scanThenEnter: 'Scannen Sie diesen QR-Code mit Ihrer App und geben Sie dann den Code aus der App ein.',
  qrCode: 'QR-Code mit dem Schlüssel für Ihre Authenticator-App',
  typeInstead: 'Stattdessen einen Schlüssel eingeben',
  type: 'Wählen Sie in der App, dass Sie einen Schlüssel eingeben möchten, wählen Sie „zeitbasiert“ und geben Sie ein:',
  confirm: 'Bestätigen',
  keepTitle: 'Speichern Sie Ihre Wiederherstellungscodes',
  keep: 'Wenn Sie Ihre App oder Ihren Passkey nicht dabeihaben, können Sie sich mit einem dieser Codes anmelden. Jeder Code funktioniert nur einmal. Die Codes werden nicht noch einmal angezeigt.',
  file: (product: string) => line`Wiederherstellungscodes für ${product}. Jeder Code funktioniert nur einmal.`,
  fileName: 'wiederherstellungscodes.txt',
  save: 'Codes herunterladen',
  kept: 'Ich habe die Codes gespeichert',
};

export const entries: typeof en.entries = {
  secondFactor: 'Zweiter Faktor',
  withoutFactorOrPassword:
    'Mit einer Authenticator-App oder einem Passkey braucht die Anmeldung einen zweiten Schritt, den niemand anderes ausführen kann.',
  withoutFactor:
    'Mit einer Authenticator-App oder einem Passkey ist Ihr Konto auch dann geschützt, wenn jemand Ihr Passwort kennt.',
  app: 'Authenticator-App',
  off: 'Aus',
  onSince: (date: Part) => sentence`Aktiv seit ${date}`,
  setUp: 'Einrichten',
  remove: 'Entfernen',
  ofApp: ': Authenticator-App',
  recoveryCodes: 'Wiederherstellungscodes',
  codesLeft: (count: number) => `Noch ${count}`,
  noCodesLeft: 'Keine mehr. Erstellen Sie neue, damit Sie sich nicht aussperren.',
  noCodesYet: 'Keine. Sie erhalten sie, wenn Sie einen Passkey oder eine Authenticator-App einrichten.',
  newCodes: 'Neue Codes erstellen',
  ofCodes: '; die alten funktionieren dann nicht mehr',
};

export const mails: typeof en.mails = {
  secondFactorAdded: {
    title: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
    message: (product: string) =>
      `Ihrem Konto bei ${product} wurde eine Authenticator-App hinzugefügt. Ab jetzt brauchen Sie zum Anmelden einen Code aus der App.`,
    after: shared.notYou,
  },
  secondFactorRemoved: {
    title: 'Ihre Authenticator-App wurde entfernt',
    message: (product: string, codesEnded: boolean) =>
      `Die Authenticator-App wurde aus Ihrem Konto bei ${product} entfernt${codesEnded ? ', und Ihre Wiederherstellungscodes funktionieren nicht mehr.' : '. Ihre Passkeys und Wiederherstellungscodes funktionieren weiterhin.'}`,
    after: shared.notYou,
  },
  recoveryCodesCreated: {
    title: 'Sie haben neue Wiederherstellungscodes',
    message: (product: string) =>
      `Für Ihr Konto bei ${product} wurden neue Wiederherstellungscodes erstellt. Die alten funktionieren nicht mehr.`,
    after: shared.notYou,
  },
  recoveryCodeUsed: {
    title: 'Ein Wiederherstellungscode wurde verwendet',
    message: (product: string, left: number) =>
      `Jemand hat sich mit einem Wiederherstellungscode in Ihrem Konto bei ${product} angemeldet. ${left === 0 ? 'Es war der letzte. Erstellen Sie bald neue Codes.' : line`Verbleibende Codes: ${left}.`}`,
    after: shared.notYou,
  },
};
