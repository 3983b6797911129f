import { type Part, sentence } from '@org/identity-ui';

export const sessions = {
  lead: 'If you do not recognize a session, sign it out and change your password.',
  leadWithoutPasswords: 'If you do not recognize a session, sign it out and contact support.',
  thisBrowser: 'This browser',
  activeNow: 'Active now',
  lastActive: (time: Part) => sentence`Last active ${time}`,
  signedIn: (time: Part) => sentence`Signed in ${time}`,
  signOut: 'Sign out',
  signOutElsewhere: 'Sign out everywhere else',
  unknown: 'Unknown',
  localNetwork: 'Local network',
  unknownBrowser: 'Unknown browser',
  aBrowser: 'A browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
};
