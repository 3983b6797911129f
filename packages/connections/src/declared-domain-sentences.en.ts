import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';

const domain = ({ text }: ToldEvent) => {
  const name = text('domain');
  return name ? sentence`the domain ${name}` : 'a domain';
};

/** What happened to domains, in sentences. */
export const domainSentences = {
  'domain.added': (event) => sentence`${event.actor} added ${domain(event)}`,
  'domain.verified': (event) => sentence`${event.actor} verified ${domain(event)}`,
  'domain.lapsed': (event) =>
    event.is('withdrawn')
      ? sentence`${event.actor} withdrew the setup link that had added ${domain(event)}: it is no longer verified`
      : sentence`${event.actor} found no record of ${domain(event)} for a week: it is no longer verified`,
  'domain.removed': (event) => sentence`${event.actor} removed ${domain(event)}`,
} satisfies EventSentences;
