import { line, type Part, sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.en.js';

const wrongCode = 'That code is not correct. Make sure the time on your phone is correct, and enter the latest code.';

export const secondFactor = {
  codeTitle: 'Enter your code',
  passkeyTitle: 'Use your passkey',
  openApp: 'Enter the code from your authenticator app.',
  code: 'Code',
  continue: 'Continue',
  passkeyLead: 'Your device asks for your fingerprint, face or PIN.',
  passkeyElsewhere:
    'Is your passkey on your phone? Choose the option for another device in your browser and scan the QR code with the phone. Without it, a recovery code lets you in.',
  or: 'or',
  usePasskey: 'Use a passkey',
  recoveryInstead: 'Use a recovery code instead',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the codes you saved. Each works once.',
  recoveryRefused: 'That recovery code is wrong or was already used. Check it for typos, or try another one.',
  useRecoveryCode: 'Use recovery code',
  cancel: 'Cancel',
  errors: {
    missing: 'Enter a code.',
    refused: 'That code is not correct, or was already used. Enter the next code from your app.',
    passkey: 'That passkey was not accepted. Try again, or choose another way to sign in.',
    wrongCode,
  },
  setUpTitle: 'Set up a second factor',
  needsMore: (client: Part) => sentence`To continue to ${client}, add a second step to your sign-in.`,
  requiredBy: {
    platform:
      'Those who run this service need a second factor: the platform console can change every organization and account.',
    console: 'This organization requires a second factor from its members. Add one to continue where you were.',
    account: 'Add a second step to your sign-in to continue.',
  },
  needsPasskey: 'A passkey is the quickest way: your device confirms that it is you, by fingerprint, face or PIN.',
  setUpPasskey: 'Create a passkey',
  needsApp:
    'You need an authenticator app on your phone or computer. It shows a new code every 30 seconds. From now on, you enter this code when you sign in.',
  setUp: 'Set up an app',
  scanTitle: 'Scan this QR code with your app',
  thenEnter: 'Then enter the code from the app.',
  scanThenEnter: 'Scan this QR code with your app, then enter the code from the app.',
  qrCode: 'QR code with the secret for your authenticator app',
  typeInstead: 'Enter a key instead',
  type: 'In the app, choose to enter a key, choose “time-based”, and enter:',
  confirm: 'Confirm',
  keepTitle: 'Save your recovery codes',
  keep: 'Use one of these codes to sign in if you do not have your app or passkey with you. Each code works once. They will not be shown again.',
  file: (product: string) => line`Recovery codes for ${product}. Each works once.`,
  fileName: 'recovery-codes.txt',
  save: 'Download codes',
  kept: 'I have saved my codes',
};

export const entries = {
  secondFactor: 'Second factor',
  withoutFactorOrPassword:
    'With an authenticator app or a passkey, signing in takes a second step that nobody else can do.',
  withoutFactor:
    'With an authenticator app or a passkey, someone who learns your password still cannot sign in to your account.',
  app: 'Authenticator app',
  off: 'Off',
  onSince: (date: Part) => sentence`On since ${date}`,
  setUp: 'Set up',
  remove: 'Remove',
  ofApp: ' the authenticator app',
  recoveryCodes: 'Recovery codes',
  codesLeft: (count: number) => `${count} left`,
  noCodesLeft: 'None left. Create new ones, so that you do not get locked out.',
  noCodesYet: 'None. You get them with your first passkey or authenticator app.',
  newCodes: 'Create new codes',
  ofCodes: '; the old ones stop working',
};

export const mails = {
  secondFactorAdded: {
    title: 'An authenticator app was added to your account',
    message: (product: string) =>
      `An authenticator app was added to your ${product} account. From now on, you need a code from the app to sign in.`,
    after: shared.notYou,
  },
  secondFactorRemoved: {
    title: 'Your authenticator app was removed',
    message: (product: string, codesEnded: boolean) =>
      `The authenticator app was removed from your ${product} account${codesEnded ? ', and your recovery codes no longer work.' : '. Your passkeys and recovery codes still work.'}`,
    after: shared.notYou,
  },
  recoveryCodesCreated: {
    title: 'You have new recovery codes',
    message: (product: string) =>
      `New recovery codes were created for your ${product} account. The old ones no longer work.`,
    after: shared.notYou,
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    message: (product: string, left: number) =>
      `Someone signed in to your ${product} account with a recovery code. ${codesLeft(left)}`,
    after: shared.notYou,
  },
};

function codesLeft(count: number): string {
  if (count === 0) return 'It was your last one. Create new codes soon.';
  return count === 1 ? 'You have 1 code left.' : `You have ${count} codes left.`;
}
