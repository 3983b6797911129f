import { line } from '@org/identity-ui';

export const selfSending = {
  title: 'Signing you in',
  leave: (connection: string) => line`You continue at ${connection}.`,
  back: 'You are signed in at your organization. One step is left.',
  goOn: 'Continue',
};
