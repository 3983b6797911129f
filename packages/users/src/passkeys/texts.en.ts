import { type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

export const passkeys = {
  remove: 'Remove',
  passkeys: 'Passkeys',
  aboutPasskeys: 'A passkey signs you in with your fingerprint, face or PIN instead of your password.',
  /** The same where nobody has a password. */
  withoutPasswords: {
    aboutPasskeys: 'A passkey signs you in with your fingerprint, face or PIN.',
    passwordNotEnough:
      'From then on, signing in takes a second step. You use the passkey instead of another way to sign in, or in addition to it.',
    oneMoreWay: 'You can sign in with it, or use it as your second factor.',
    otherDevices:
      'On a device without this passkey, choose “Use a passkey” and scan the QR code with the phone that has it, or sign in another way and enter a recovery code.',
  },
  added: (date: Part) => sentence`Added on ${date}`,
  lastUsed: (date: Part) => sentence`Last used on ${date}`,
  neverUsed: 'Not used yet',
  ofPasskey: (name: string) => ` the passkey ${name}`,
  addPasskey: 'Add a passkey',
  makeLead: 'Your device asks for your fingerprint, face or PIN and keeps the passkey. What changes:',
  passwordNotEnough:
    'From then on, your password alone no longer signs you in. You use the passkey instead of your password, or in addition to it.',
  oneMoreWay: 'You can sign in with it instead of your password, or use it as your second factor.',
  otherDevices:
    'On a device without this passkey, choose “Use a passkey” and scan the QR code with the phone that has it, or enter your password and a recovery code.',
  codesFollow: (count: number) => `Next you get ${count} recovery codes. Keep them somewhere safe.`,
  codesStay: (count: number) =>
    count === 1 ? 'You have 1 recovery code left.' : `You have ${count} recovery codes left.`,
  codesGone: 'You have no recovery codes left. Create new ones afterwards.',
  passkeyName: 'Name',
  passkeyNameValue: 'Passkey',
  passkeyNameHint: 'For example, the name of your device.',
  makeThePasskey: 'Create passkey',
  notNow: 'Not now',
};

export const mails = {
  passkeyAdded: {
    title: 'A passkey was added to your account',
    message: (product: string, name: string) =>
      `The passkey “${name}” can now be used to sign in to your ${product} account.`,
    after: shared.notYou,
  },
  passkeyRemoved: {
    title: 'A passkey was removed from your account',
    message: (product: string, name: string) =>
      `The passkey “${name}” can no longer be used to sign in to your ${product} account.`,
    after: shared.notYou,
  },
};
