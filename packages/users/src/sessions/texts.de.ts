import { type Part, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const sessions: typeof en.sessions = {
  lead: 'Wenn Sie eine Sitzung nicht erkennen, beenden Sie sie und ändern Sie Ihr Passwort.',
  leadWithoutPasswords: 'Wenn Sie eine Sitzung nicht erkennen, beenden Sie sie und wenden Sie sich an den Support.',
  thisBrowser: 'Dieser Browser',
  activeNow: 'Gerade aktiv',
  lastActive: (time: Part) => sentence`Zuletzt aktiv am ${time}`,
  signedIn: (time: Part) => sentence`Angemeldet am ${time}`,
  signOut: 'Abmelden',
  signOutElsewhere: 'Überall sonst abmelden',
  unknown: 'Unbekannt',
  localNetwork: 'Lokales Netzwerk',
  unknownBrowser: 'Unbekannter Browser',
  aBrowser: 'Ein Browser',
  browserOn: (browser: string, system: string) => `${browser} auf ${system}`,
};
