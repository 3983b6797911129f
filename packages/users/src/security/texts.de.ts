import { type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const security: typeof en.security = {
  signingIn: 'Anmeldung',
  password: 'Passwort',
  set: 'Festgelegt',
  notSet: 'Nicht festgelegt',
  lastChanged: (date: Part) => sentence`Zuletzt geändert am ${date}`,
  change: 'Ändern',
  setOne: 'Festlegen',
  ofPassword: ': Passwort',
  codes: 'Code per E-Mail',
  codesTo: (email: Part) => sentence`Wird bei der Anmeldung an ${email} gesendet`,
  linked: 'Verknüpfte Konten',
  noneLinked: 'Keine',
  manage: 'Verwalten',
  ofLinked: ': verknüpfte Konten',
  removePasskeyTitle: (name: Part) => sentence`Passkey „${name}“ entfernen?`,
  removeAppTitle: 'Authenticator-App entfernen?',
  left: {
    none: 'Das ist Ihr letzter zweiter Faktor. Danach melden Sie sich ohne zweiten Schritt an, und Ihre Wiederherstellungscodes funktionieren nicht mehr.',
    app: 'Mit diesem Passkey können Sie sich dann nicht mehr anmelden. Ihre Authenticator-App und Ihre Wiederherstellungscodes funktionieren weiterhin.',
    otherPasskeys:
      'Mit diesem Passkey können Sie sich dann nicht mehr anmelden. Ihre anderen Passkeys und Ihre Wiederherstellungscodes funktionieren weiterhin.',
    passkeys:
      'Codes dieser App funktionieren dann nicht mehr. Ihre Passkeys und Ihre Wiederherstellungscodes funktionieren weiterhin.',
  },
  deviceKeepsIt: 'Ihr Gerät bietet ihn vielleicht weiterhin an. Löschen Sie ihn auch im Passwortmanager Ihres Geräts.',
  removeThePasskey: 'Passkey entfernen',
  removeTheApp: 'App entfernen',
  keepIt: 'Behalten',
};
