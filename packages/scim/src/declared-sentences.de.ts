import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import type { sentences as en } from './declared-sentences.en.js';

const directory = (event: ToldEvent) => {
  const name = event.text('name') ?? event.subject;
  return name ? sentence`das Verzeichnis ${name}` : 'ein Verzeichnis';
};

export const sentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'directory.created': (event) => sentence`${event.actor} hat ${directory(event)} angelegt`,
  'directory.updated': (event) => {
    const fields = { name: 'Name', connectionId: 'Verbindung', roleByGroup: 'Rollen der Gruppen' };
    const changed = event.words('changed', fields, 'weitere Angaben') ?? 'Angaben';
    return sentence`${event.actor} hat ${directory(event)} geändert: ${changed}`;
  },
  'directory.confirmed': (event) => sentence`${event.actor} hat ${directory(event)} bestätigt`,
  'directory.adopted': (event) => {
    const name = event.text('name');
    const to = name ? sentence`das Verzeichnis ${name}` : 'ein Verzeichnis';
    return sentence`${event.actor} hat ${event.subject ?? 'ein Mitglied'} an ${to} übergeben`;
  },
  'directory.deleted': (event) => sentence`${event.actor} hat ${directory(event)} gelöscht`,
  'directory.token_rotated': (event) => {
    const until = event.time('previousUntil');
    const old = until ? `; das alte gilt bis ${until}` : '';
    return sentence`${event.actor} hat ein neues Token für ${directory(event)} erstellt${old}`;
  },
};
