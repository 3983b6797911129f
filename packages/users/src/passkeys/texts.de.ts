import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import type * as en from './texts.en.js';

export const passkeys: typeof en.passkeys = {
  remove: 'Entfernen',
  passkeys: 'Passkeys',
  aboutPasskeys: 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN an statt mit Ihrem Passwort.',
  withoutPasswords: {
    aboutPasskeys: 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN an.',
    passwordNotEnough:
      'Danach braucht die Anmeldung einen zweiten Schritt. Sie verwenden den Passkey anstelle einer anderen Anmeldeart oder zusätzlich.',
    oneMoreWay: 'Sie können sich damit anmelden oder ihn als zweiten Faktor verwenden.',
    otherDevices:
      'Auf einem Gerät ohne diesen Passkey wählen Sie „Passkey verwenden“ und scannen den QR-Code mit dem Smartphone, das ihn hat. Oder Sie melden sich auf andere Weise an und geben einen Wiederherstellungscode ein.',
  },
  added: (date: Part) => sentence`Hinzugefügt am ${date}`,
  lastUsed: (date: Part) => sentence`Zuletzt verwendet am ${date}`,
  neverUsed: 'Noch nicht verwendet',
  ofPasskey: (name: string) => `: Passkey ${name}`,
  addPasskey: 'Passkey hinzufügen',
  makeLead:
    'Ihr Gerät fragt nach Ihrem Fingerabdruck, Ihrem Gesicht oder Ihrer PIN und speichert den Passkey. Das ändert sich:',
  passwordNotEnough:
    'Danach reicht Ihr Passwort allein nicht mehr zur Anmeldung. Sie verwenden den Passkey anstelle des Passworts oder zusätzlich.',
  oneMoreWay: 'Sie können sich damit statt mit Ihrem Passwort anmelden oder ihn als zweiten Faktor verwenden.',
  otherDevices:
    'Auf einem Gerät ohne diesen Passkey wählen Sie „Passkey verwenden“ und scannen den QR-Code mit dem Smartphone, das ihn hat. Oder Sie geben Ihr Passwort und einen Wiederherstellungscode ein.',
  codesFollow: (count: number) =>
    `Im nächsten Schritt erhalten Sie ${count} Wiederherstellungscodes. Bewahren Sie die Codes sicher auf.`,
  codesStay: (count: number) =>
    count === 1 ? 'Sie haben noch 1 Wiederherstellungscode.' : `Sie haben noch ${count} Wiederherstellungscodes.`,
  codesGone: 'Sie haben keine Wiederherstellungscodes mehr. Erstellen Sie danach neue.',
  passkeyName: 'Name',
  passkeyNameValue: 'Passkey',
  passkeyNameHint: 'Zum Beispiel der Name Ihres Geräts.',
  makeThePasskey: 'Passkey erstellen',
  notNow: 'Nicht jetzt',
};

export const mails: typeof en.mails = {
  passkeyAdded: {
    title: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    message: (product: string, name: string) =>
      `Der Passkey „${name}“ kann jetzt für die Anmeldung in Ihrem Konto bei ${product} verwendet werden.`,
    after: shared.notYou,
  },
  passkeyRemoved: {
    title: 'Aus Ihrem Konto wurde ein Passkey entfernt',
    message: (product: string, name: string) =>
      `Der Passkey „${name}“ kann nicht mehr für die Anmeldung in Ihrem Konto bei ${product} verwendet werden.`,
    after: shared.notYou,
  },
};
