import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';

const directory = (event: ToldEvent) => {
  const name = event.text('name') ?? event.subject;
  return name ? sentence`the directory ${name}` : 'a directory';
};

/** What happened to directories, in sentences. */
export const sentences = {
  'directory.created': (event) => sentence`${event.actor} created ${directory(event)}`,
  'directory.updated': (event) => {
    const fields = { name: 'name', connectionId: 'connection', roleByGroup: 'roles of groups' };
    const changed = event.words('changed', fields, 'other details') ?? 'details';
    return sentence`${event.actor} changed ${directory(event)}: ${changed}`;
  },
  'directory.confirmed': (event) => sentence`${event.actor} confirmed ${directory(event)}`,
  'directory.adopted': (event) => {
    const name = event.text('name');
    const to = name ? sentence`the directory ${name}` : 'a directory';
    return sentence`${event.actor} handed ${event.subject ?? 'a member'} over to ${to}`;
  },
  'directory.deleted': (event) => sentence`${event.actor} deleted ${directory(event)}`,
  'directory.token_rotated': (event) => {
    const until = event.time('previousUntil');
    const old = until ? `; the old one works until ${until}` : '';
    return sentence`${event.actor} made a new token for ${directory(event)}${old}`;
  },
} satisfies EventSentences;
