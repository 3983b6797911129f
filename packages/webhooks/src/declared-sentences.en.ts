import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';

const webhook = ({ subject }: ToldEvent) => (subject ? sentence`the webhook ${subject}` : 'a webhook');

/** What happened to webhooks, in sentences. */
export const sentences = {
  'webhook.created': (event) => sentence`${event.actor} created ${webhook(event)}`,
  'webhook.updated': (event) => {
    const status = event.word('status', { ACTIVE: 'turned on', PAUSED: 'paused' });
    const fields = { url: 'URL', events: 'events', description: 'description', status: status ?? 'status' };
    const changed = event.words('changed', fields, 'other details') ?? 'details';
    return sentence`${event.actor} changed ${webhook(event)}: ${changed}`;
  },
  'webhook.deleted': (event) => sentence`${event.actor} deleted ${webhook(event)}`,
  'webhook.secret_rotated': (event) => {
    const until = event.time('previousUntil');
    const old = until ? `; the old one works until ${until}` : '';
    return sentence`${event.actor} made a new secret for ${webhook(event)}${old}`;
  },
  'webhook.test': (event) => sentence`${event.actor} tested ${webhook(event)}`,
  'webhook.paused': (event) => sentence`${event.actor} paused ${webhook(event)} after a day of failures`,
  'webhook.redelivered': (event) => sentence`${event.actor} had an event sent again to ${webhook(event)}`,
  'webhook.replayed': (event) => {
    const [count, since] = [event.number('count') ?? 0, event.time('since')];
    const events = count === 1 ? '1 event' : `${count} events`;
    return sentence`${event.actor} had ${events}${since ? ` since ${since}` : ''} sent again to ${webhook(event)}`;
  },
} satisfies EventSentences;
