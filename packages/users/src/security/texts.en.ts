import { type Part, sentence } from '@org/identity-ui';

export const security = {
  signingIn: 'Signing in',
  password: 'Password',
  set: 'Set',
  notSet: 'Not set',
  lastChanged: (date: Part) => sentence`Last changed on ${date}`,
  change: 'Change',
  setOne: 'Set',
  ofPassword: ' the password',
  codes: 'Code by email',
  codesTo: (email: Part) => sentence`Sent to ${email} when you sign in`,
  linked: 'Linked accounts',
  noneLinked: 'None',
  manage: 'Manage',
  ofLinked: ' linked accounts',
  removePasskeyTitle: (name: Part) => sentence`Remove the passkey “${name}”?`,
  removeAppTitle: 'Remove the authenticator app?',
  /** What remains after the removal. */
  left: {
    none: 'This is your last second factor. Once it is removed, signing in takes no second step, and your recovery codes stop working.',
    app: 'You can no longer sign in with this passkey. Your authenticator app and recovery codes keep working.',
    otherPasskeys: 'You can no longer sign in with this passkey. Your other passkeys and recovery codes keep working.',
    passkeys: 'Codes from this app no longer work. Your passkeys and recovery codes keep working.',
  },
  deviceKeepsIt: 'Your device may still offer it. Delete it from the password manager on your device, too.',
  removeThePasskey: 'Remove passkey',
  removeTheApp: 'Remove app',
  keepIt: 'Keep it',
};
