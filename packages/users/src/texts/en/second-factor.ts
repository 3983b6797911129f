import { type Part, sentence } from '@org/identity-core';

const wrongCode = 'That code is not right. Check that the clock of your phone is, and enter the code it shows now.';

export const secondFactor = {
  codeTitle: 'Enter your code',
  passkeyTitle: 'Use your passkey',
  openApp: 'Open your authenticator app and enter the code it shows now.',
  code: 'Code',
  continue: 'Continue',
  usePasskey: 'Use a passkey',
  recoveryInstead: 'Use a recovery code instead',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Each of the codes you kept works once.',
  useRecoveryCode: 'Use recovery code',
  cancel: 'Cancel',
  errors: {
    missing: 'Enter a code.',
    // One text for every reason: a wait must not tell that the code would have been right.
    refused:
      'That code is not right, was used already, or there were too many tries. Wait for the next code and try it; after many tries, wait a few minutes.',
    wrongCode,
  },
  setUpTitle: 'Set up a second factor',
  needsMore: (client: Part) =>
    sentence`To continue to ${client} your account needs more than one proof that it is yours.`,
  needsApp:
    'You need an authenticator app on your phone or computer. It shows a new code every 30 seconds, and signing in takes such a code from now on.',
  setUp: 'Set up an app',
  scanTitle: 'Scan this with your app',
  thenEnter: 'Then enter the code that the app shows.',
  scanThenEnter: 'Scan this with your app, then enter the code that it shows.',
  qrCode: 'QR code with the secret for your authenticator app',
  typeInstead: 'Type it in instead',
  type: 'Choose “enter a key” in the app, time-based, and type:',
  confirm: 'Confirm',
  keepTitle: 'Keep your recovery codes',
  keep: 'If you lose your app, each of these lets you in once. They are not shown again.',
  file: (product: string) => `Recovery codes for ${product}. Each works once.`,
  fileName: 'recovery-codes.txt',
  save: 'Save them as a file',
  kept: 'I have kept them',
};

export const passkeys = {
  title: 'Use your passkey',
  lead: 'Your device asks for your finger, face or PIN.',
  use: 'Use a passkey',
  anotherWay: 'Another way',
  cancel: 'Cancel',
  refused:
    'That passkey was not accepted: it is not known here, or that took too long. Try again, or choose another way.',
};

export const security = {
  app: 'Authenticator app',
  withoutApp:
    'With an authenticator app, signing in takes a code of your phone or computer as well: whoever learns your password still cannot get in.',
  setUp: 'Set up an app',
  yourApp: 'Your app',
  since: (date: string) => `Since ${date}`,
  remove: 'Remove',
  removeApp: ' the app',
  recoveryCodes: 'Recovery codes',
  codesLeft: (count: number) => `${count} left. New ones end the old ones.`,
  newCodes: 'Make new ones',
  newCodesOf: ' of the recovery codes',
  passkeys: 'Passkeys',
  aboutPasskeys: 'A passkey signs you in with the finger, face or PIN of your device, without a password.',
  lastUsed: (date: string) => `Last used ${date}`,
  made: (date: string) => `Made ${date}`,
  removePasskey: (name: string) => ` the passkey ${name}`,
  makePasskey: 'Make a passkey',
  makeLead: 'Your device asks for your finger, face or PIN, and keeps the passkey.',
  passkeyName: 'What do you call it?',
  passkeyNameValue: 'Passkey',
  passkeyNameHint: 'For example the name of your device.',
  makeThePasskey: 'Make the passkey',
  notNow: 'Not now',
};
