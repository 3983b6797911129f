import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import type { sentences as en } from './declared-sentences.en.js';

const webhook = ({ subject }: ToldEvent) => (subject ? sentence`den Webhook ${subject}` : 'einen Webhook');

export const sentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'webhook.created': (event) => sentence`${event.actor} hat ${webhook(event)} angelegt`,
  'webhook.updated': (event) => {
    const status = event.word('status', { ACTIVE: 'eingeschaltet', PAUSED: 'pausiert' });
    const fields = { url: 'URL', events: 'Ereignisse', description: 'Beschreibung', status: status ?? 'Status' };
    const changed = event.words('changed', fields, 'weitere Angaben') ?? 'Angaben';
    return sentence`${event.actor} hat ${webhook(event)} geändert: ${changed}`;
  },
  'webhook.deleted': (event) => sentence`${event.actor} hat ${webhook(event)} gelöscht`,
  'webhook.secret_rotated': (event) => {
    const until = event.time('previousUntil');
    const old = until ? `; das alte gilt bis ${until}` : '';
    return sentence`${event.actor} hat ein neues Geheimnis für ${webhook(event)} erstellt${old}`;
  },
  'webhook.test': (event) => sentence`${event.actor} hat ${webhook(event)} getestet`,
  'webhook.paused': (event) => sentence`${event.actor} hat ${webhook(event)} nach einem Tag voller Fehler pausiert`,
  'webhook.redelivered': (event) => sentence`${event.actor} hat ein Ereignis erneut an ${webhook(event)} gesendet`,
  'webhook.replayed': (event) => {
    const [count, since] = [event.number('count') ?? 0, event.time('since')];
    const events = count === 1 ? '1 Ereignis' : `${count} Ereignisse`;
    return sentence`${event.actor} hat ${events}${since ? ` seit ${since}` : ''} erneut an ${webhook(event)} gesendet`;
  },
};
