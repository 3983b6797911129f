import { line, type Part, sentence } from '@org/identity-core';
import type * as en from '../en/second-factor.js';

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

export const security: typeof en.security = {
  signingIn: 'Anmeldung',
  password: 'Passwort',
  set: 'Festgelegt',
  notSet: 'Nicht festgelegt',
  lastChanged: (date: string) => `Zuletzt geändert am ${date}`,
  change: 'Ändern',
  setOne: 'Festlegen',
  ofPassword: ': Passwort',
  linked: 'Verknüpfte Konten',
  noneLinked: 'Keine',
  manage: 'Verwalten',
  ofLinked: ': verknüpfte Konten',
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
  passkeys: 'Passkeys',
  aboutPasskeys: 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN an statt mit Ihrem Passwort.',
  added: (date: string) => `Hinzugefügt am ${date}`,
  lastUsed: (date: string) => `Zuletzt verwendet am ${date}`,
  neverUsed: 'Noch nicht verwendet',
  ofPasskey: (name: string) => `: Passkey ${name}`,
  addPasskey: 'Passkey hinzufügen',
  makeLead:
    'Ihr Gerät fragt nach Ihrem Fingerabdruck, Ihrem Gesicht oder Ihrer PIN und speichert den Passkey. Das ändert sich:',
  passwordNotEnough:
    'Ab dann reicht Ihr Passwort allein nicht mehr zur Anmeldung. Sie verwenden den Passkey stattdessen oder nach dem Passwort.',
  oneMoreWay: 'Sie können sich damit statt mit Ihrem Passwort anmelden oder ihn als zweiten Faktor verwenden.',
  otherDevices:
    'Auf einem Gerät ohne diesen Passkey wählen Sie „Passkey verwenden“ und scannen den QR-Code mit dem Smartphone, das ihn hat. Oder Sie geben Ihr Passwort und einen Wiederherstellungscode ein.',
  codesFollow: (count: number) =>
    `Im nächsten Schritt erhalten Sie ${count} Wiederherstellungscodes. Bewahren Sie sie sicher auf.`,
  codesStay: (count: number) =>
    count === 1 ? 'Sie haben noch 1 Wiederherstellungscode.' : `Sie haben noch ${count} Wiederherstellungscodes.`,
  codesGone: 'Sie haben keine Wiederherstellungscodes mehr. Erstellen Sie danach neue.',
  passkeyName: 'Name',
  passkeyNameValue: 'Passkey',
  passkeyNameHint: 'Zum Beispiel der Name Ihres Geräts.',
  makeThePasskey: 'Passkey erstellen',
  notNow: 'Nicht jetzt',
  removePasskeyTitle: (name: Part) => sentence`Passkey „${name}“ entfernen?`,
  removeAppTitle: 'Authenticator-App entfernen?',
  left: {
    none: 'Das ist Ihr letzter zweiter Faktor. Danach melden Sie sich ohne zweiten Schritt an, und Ihre Wiederherstellungscodes gelten nicht mehr.',
    app: 'Mit diesem Passkey können Sie sich dann nicht mehr anmelden. Ihre Authenticator-App und Ihre Wiederherstellungscodes gelten weiter.',
    otherPasskeys:
      'Mit diesem Passkey können Sie sich dann nicht mehr anmelden. Ihre anderen Passkeys und Ihre Wiederherstellungscodes gelten weiter.',
    passkeys: 'Codes dieser App gelten dann nicht mehr. Ihre Passkeys und Ihre Wiederherstellungscodes gelten weiter.',
  },
  deviceKeepsIt: 'Ihr Gerät bietet ihn vielleicht weiterhin an. Löschen Sie ihn auch im Passwortmanager Ihres Geräts.',
  removeThePasskey: 'Passkey entfernen',
  removeTheApp: 'App entfernen',
  keepIt: 'Behalten',
};
