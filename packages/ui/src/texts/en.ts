import { line, type Part, sentence } from '../language/texts.js';

export const en = {
  foot: {
    by: (product: Part) => sentence`Sign-in and accounts by ${product}`,
    homepage: 'Home page',
    support: 'Help',
    privacy: 'Privacy',
  },
  skip: 'Skip to the content',
  newTab: ' (opens in a new tab)',
  showPassword: 'Show password',
  passkeys: {
    failed: 'The passkey was not used. Try again, or choose another way.',
    needScript: 'Passkeys need JavaScript. Turn it on for this page, or choose another way.',
  },
  nextSteps: {
    account: 'Go to your account',
    signIn: 'Sign in',
    backToSignIn: 'Back to sign-in',
    newLink: 'Get a new link',
    otherEmail: 'Use a different email address',
    homepage: 'Go to the home page',
    help: 'Get help',
  },
  pager: { label: 'Pages', first: 'First page', next: 'Next page' },
  filters: { apply: 'Show' },
  ranges: { label: 'Period', days: (count: number) => `${count} days` },
  /** The heading of what waits for somebody, on the overview of a console. */
  attention: 'What needs attention',
  sendAgain: 'Send it again',
  again: {
    wait: (seconds: number) => line`Wait ${seconds} seconds before you send it again.`,
    left: (seconds: number | string) =>
      seconds === 1 ? 'You can send it again in 1 second.' : line`You can send it again in ${seconds} seconds.`,
    over: 'You can send it again now.',
  },
  pickColour: 'Pick a colour',
  copy: {
    button: 'Copy',
    copied: 'Copied',
    selected: 'Selected. Copy it with the keyboard or the menu of the browser.',
  },
  errorTitle: (title: string) => `Error: ${title}`,
  wait: {
    tooMany: (time: string) => line`Too many attempts. Try again in ${time}.`,
    minutes: (count: number) => (count === 1 ? 'a minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? 'an hour' : `${count} hours`),
  },
  mail: {
    orOpen: (link: Part) => sentence`Or open this link: ${link}`,
  },
  /** For errors that a page has no text for. */
  refusals: {
    VALIDATION_FAILED: 'Some fields are not filled in correctly. Nothing was changed.',
    other: 'Something went wrong. Nothing was changed.',
  },
  weakPassword: {
    reasons: {
      length: 'Use 8 to 256 characters.',
      'own-data': 'This password is too similar to your name or email address.',
      common: 'This password is too easy to guess.',
      leaked: 'This password appears in a known data leak.',
    },
    advice: 'A few unusual words together are strong and easy to remember.',
  },
};
