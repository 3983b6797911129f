import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import type { domainSentences as en } from './declared-domain-sentences.en.js';

const domain = ({ text }: ToldEvent) => {
  const name = text('domain');
  return name ? sentence`die Domain ${name}` : 'eine Domain';
};

export const domainSentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'domain.added': (event) => sentence`${event.actor} hat ${domain(event)} hinzugefügt`,
  'domain.verified': (event) => sentence`${event.actor} hat ${domain(event)} bestätigt`,
  'domain.lapsed': (event) =>
    event.is('withdrawn')
      ? sentence`${event.actor} hat den Einrichtungslink zurückgezogen, der ${domain(event)} hinzugefügt hatte: Sie gilt nicht mehr als bestätigt`
      : sentence`${event.actor} hat eine Woche lang keinen Eintrag für ${domain(event)} gefunden: Sie gilt nicht mehr als bestätigt`,
  'domain.removed': (event) => sentence`${event.actor} hat ${domain(event)} entfernt`,
};
