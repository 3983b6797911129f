import { IdentityError } from '@org/identity-core';

export const webhookNotFound = () => new IdentityError('WEBHOOK_NOT_FOUND', 'There is no such webhook.');
export const deliveryNotFound = () => new IdentityError('DELIVERY_NOT_FOUND', 'The webhook has no such delivery.');
/** Old months of events may be dropped; deliveries do not keep a copy. */
export const eventGone = () =>
  new IdentityError('EVENT_GONE', 'The event is no longer stored, so it cannot be sent again.');
export const replayRunning = () =>
  new IdentityError('REPLAY_RUNNING', 'A replay of this webhook is still running. Wait until its events were sent.');
export const webhookPaused = () =>
  new IdentityError('WEBHOOK_PAUSED', 'The webhook is paused. Set its status to ACTIVE first.');
