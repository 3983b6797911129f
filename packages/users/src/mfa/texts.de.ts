import { line, type Part, sentence } from '@org/identity-core';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

const wrongCode =
  'Dieser Code stimmt nicht. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und geben Sie den Code ein, den es jetzt anzeigt.';

export const secondFactor: typeof en.secondFactor = {
  codeTitle: 'Geben Sie Ihren Code ein',
  passkeyTitle: 'Verwenden Sie Ihren Passkey',
  openApp: 'Öffnen Sie Ihre Authenticator-App und geben Sie den Code ein, den sie jetzt anzeigt.',
  code: 'Code',
  continue: 'Weiter',
  passkeyLead: 'Ihr Gerät fragt nach Ihrem Fingerabdruck, Ihrem Gesicht oder Ihrer PIN.',
  passkeyElsewhere:
    'Ist Ihr Passkey auf Ihrem Smartphone? Wählen Sie im Browser die Option für ein anderes Gerät und scannen Sie den QR-Code mit dem Smartphone. Ohne Passkey hilft ein Wiederherstellungscode.',
  or: 'oder',
  usePasskey: 'Passkey verwenden',
  recoveryInstead: 'Stattdessen einen Wiederherstellungscode verwenden',
  recoveryCode: 'Wiederherstellungscode',
  recoveryHint: 'Einer der Codes, die Sie gespeichert haben. Jeder gilt einmal.',
  recoveryRefused:
    'Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet. Prüfen Sie ihn auf Tippfehler oder versuchen Sie einen anderen. Nach mehreren Fehlversuchen warten Sie bitte einige Minuten.',
  useRecoveryCode: 'Wiederherstellungscode verwenden',
  cancel: 'Abbrechen',
  errors: {
    missing: 'Geben Sie einen Code ein.',
    refused: 'Dieser Code stimmt nicht oder wurde schon verwendet. Geben Sie den nächsten ein, den Ihre App anzeigt.',
    passkey: 'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
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
  keepTitle: 'Speichern Sie Ihre Wiederherstellungscodes',
  keep: 'Wenn Sie Ihre App oder Ihren Passkey nicht zur Hand haben, können Sie sich mit jedem dieser Codes einmal anmelden. Sie werden nicht noch einmal angezeigt.',
  file: (product: string) => line`Wiederherstellungscodes für ${product}. Jeder gilt einmal.`,
  fileName: 'wiederherstellungscodes.txt',
  save: 'Als Datei speichern',
  kept: 'Ich habe die Codes gespeichert',
};

export const entries: typeof en.entries = {
  secondFactor: 'Zweiter Faktor',
  withoutFactor:
    'Mit einer Authenticator-App oder einem Passkey kann sich niemand in Ihrem Konto anmelden, der nur Ihr Passwort kennt.',
  app: 'Authenticator-App',
  off: 'Aus',
  onSince: (date: string) => `Aktiv seit ${date}`,
  setUp: 'Einrichten',
  remove: 'Entfernen',
  ofApp: ': Authenticator-App',
  recoveryCodes: 'Wiederherstellungscodes',
  codesLeft: (count: number) => `Noch ${count}`,
  noCodesLeft: 'Keine mehr. Erstellen Sie neue, damit Sie sich nicht aussperren.',
  noCodesYet: 'Keine. Sie erhalten sie mit dem ersten Passkey oder der Authenticator-App.',
  newCodes: 'Neue Codes erstellen',
  ofCodes: '; die alten gelten dann nicht mehr',
};

export const mails: typeof en.mails = {
  secondFactorAdded: {
    title: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
    message: (product: string) =>
      `Ihrem Konto bei ${product} wurde eine Authenticator-App hinzugefügt. Von nun an brauchen Sie zum Anmelden einen Code aus der App.`,
    after: shared.notYou,
  },
  secondFactorRemoved: {
    title: 'Ihre Authenticator-App wurde entfernt',
    message: (product: string, codesEnded: boolean) =>
      `Die Authenticator-App wurde aus Ihrem Konto bei ${product} entfernt${codesEnded ? ', und die Wiederherstellungscodes gelten nicht mehr.' : '. Ihre Passkeys und Wiederherstellungscodes gelten weiterhin.'}`,
    after: shared.notYou,
  },
  recoveryCodesCreated: {
    title: 'Sie haben neue Wiederherstellungscodes',
    message: (product: string) =>
      `Für Ihr Konto bei ${product} wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.`,
    after: shared.notYou,
  },
  recoveryCodeUsed: {
    title: 'Ein Wiederherstellungscode wurde verwendet',
    message: (product: string, left: number) =>
      `Jemand hat sich mit einem Wiederherstellungscode in Ihrem Konto bei ${product} angemeldet. ${left === 0 ? 'Es war der letzte: Erstellen Sie bald neue.' : line`Verbleibende Codes: ${left}.`}`,
    after: shared.notYou,
  },
};
