import { type Part, sentence } from '@org/identity-ui';

export const en = {
  enter: {
    title: 'Sign in on a device',
    intro: 'Enter the code that your device shows. You sign in next, and decide whether the device gets access.',
    code: 'Code',
    hint: 'Eight letters, such as BCDF-GHJK.',
    next: 'Continue',
    noCode: 'Enter the code that your device shows.',
    unknownCode:
      'This code is not valid. Check every letter, or start again on the device: a code is valid for ten minutes and can be used once.',
  },
  confirm: {
    title: 'Allow a device',
    heading: (client: Part) => sentence`Does your device show this code for ${client}?`,
    warning:
      'Continue only if you have the device in front of you and started this yourself. If somebody sent you the code, deny it: they would get into your account.',
    code: 'Code',
    client: 'Application',
    from: 'Asked from',
    device: 'Device',
    unknownDevice: 'unknown',
    at: 'When',
    tenant: 'Organization',
    account: 'Your account',
    allow: 'Allow',
    deny: 'Deny',
    moments: (minutes: number) =>
      minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'one minute ago' : `${minutes} minutes ago`,
  },
  done: {
    title: 'The device is connected',
    message: 'Go back to your device: it continues in a few seconds. You can close this page.',
  },
  denied: {
    title: 'The device gets no access',
    message: 'Nothing was allowed. You can close this page.',
  },
};
