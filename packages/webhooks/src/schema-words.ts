import { describeFields, nameSchema } from '@org/identity-core';
import { OwnEventList } from './own-events/own-event-routes.js';
import * as schemas from './schemas.js';

/*
 * What the API description says about the schemas of webhooks and their deliveries.
 */

const fields = {
  url: 'Where events are sent to, by POST.',
  events: 'What it wants: types such as seat.granted, kinds such as seat.*, or *.',
  description: 'What it is for, in your own words.',
};
const status = 'ACTIVE: events are sent. A paused webhook gets none until it is active again.';

describeFields(schemas.WebhooksParams, { id: 'The tenant that the webhooks belong to.' });
describeFields(schemas.WebhookParams, { webhookId: 'The webhook, as the list names it.' }, schemas.WebhooksParams);
describeFields(schemas.DeliveryParams, { deliveryId: 'The delivery, as the list names it.' }, schemas.WebhookParams);

nameSchema(schemas.CreateWebhookBody, 'CreateWebhookRequest', fields);
nameSchema(schemas.UpdateWebhookBody, 'UpdateWebhookRequest', { ...fields, status });
nameSchema(schemas.RotateSecretBody, 'RotateWebhookSecretRequest', {
  graceSeconds: 'For how long the previous secret signs as well.',
});
nameSchema(schemas.WebhookDetails.shape.status, 'WebhookStatus');
nameSchema(schemas.WebhookDetails, 'Webhook', {
  id: 'The webhook; changes and deliveries name it.',
  ...fields,
  status,
  failingSince: 'Since when no delivery succeeds; null while all is well.',
});
nameSchema(schemas.WebhookList, 'WebhookList', { webhooks: 'All webhooks of the tenant, or of the platform.' });
nameSchema(
  schemas.WebhookWithSecret,
  'WebhookWithSecret',
  { secret: 'Verifies the signature of what is sent. No other response has it: store it.' },
  schemas.WebhookDetails,
);
nameSchema(schemas.ReplayBody, 'ReplayRequest', {
  since: `The first moment whose events are sent again, at most ${schemas.maxReplayDays} days ago.`,
});
nameSchema(schemas.Replayed, 'Replayed', { count: 'How many events are sent again.' });
nameSchema(schemas.DeliveryStarted, 'DeliveryStarted', { deliveryId: 'The delivery; the list shows how it ends.' });

const delivery = schemas.DeliveryList.shape.deliveries.element;
describeFields(schemas.DeliveriesQuery, { status: 'Only deliveries with this status.' });
nameSchema(delivery.shape.status, 'DeliveryStatus');
nameSchema(delivery, 'Delivery', {
  id: 'One event on its way to one webhook.',
  eventId: 'The event that is sent.',
  type: 'What happened, such as seat.granted.',
  status: 'Whether it has arrived, is tried again, or was given up.',
  attempts: 'How often it was sent.',
  responseStatus: 'The HTTP status of the last response; null if there was none.',
  responseBody: 'The beginning of the last response; null if there was none.',
  nextAttemptAt: 'When it is sent again; null if it is not.',
  createdAt: 'When the event was put into the queue.',
});
nameSchema(schemas.DeliveryList, 'DeliveryList', { deliveries: 'The deliveries on this page, newest first.' });

nameSchema(OwnEventList, 'OwnEventList', { events: 'What happened to the account, newest first.' });
