import { line } from '@org/identity-ui';

/** The mail about a webhook that was paused. Names are made safe for mails before they come here. */
export const paused = {
  title: (host: string) => line`The webhook to ${host} was paused`,
  message: (host: string, error: string) =>
    line`For more than a day, every attempt to deliver an event to ${host} has failed. The webhook is paused: it gets no more events. The last error: ${error}`,
  open: 'Open webhooks',
  advice: 'When the receiver works again, activate the webhook and replay the events that it missed.',
  ofTenant: (tenant: string) => line`You get this email because you manage ${tenant}.`,
  ofPlatform: 'You get this email because you are a super admin.',
};
