import { type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const link: typeof en.link = {
  title: 'Zweiten Faktor einrichten',
  lead: (email: Part) => sentence`Für das Konto ${email}. Geben Sie Ihr Passwort ein, um fortzufahren.`,
  leadSignIn: (email: Part) =>
    sentence`Für das Konto ${email}. Melden Sie sich zuerst an und öffnen Sie dann diesen Link erneut.`,
  leadSignedIn: (email: Part) => sentence`Sie sind als ${email} angemeldet.`,
  password: 'Passwort',
  continue: 'Weiter',
  wrong: 'Das Passwort ist nicht richtig.',
  noPassword:
    'Dieses Konto hat noch kein Passwort. Legen Sie zuerst eines fest, und öffnen Sie diesen Link dann erneut.',
  passkeyNotMade: 'Der Passkey konnte nicht erstellt werden, oder es hat zu lange gedauert. Versuchen Sie es erneut.',
};

export const askOperator: typeof en.askOperator = {
  title: 'Link anfordern',
  needed:
    'Sie sind Super-Admin, und Ihr Konto hat noch keinen zweiten Faktor. Mit dem Passwort allein kann keiner hinzugefügt werden.',
  command: 'Bitten Sie den Betreiber dieses Dienstes um einen Link. Der Betreiber erstellt ihn mit diesem Befehl:',
  back: 'Abbrechen',
};
