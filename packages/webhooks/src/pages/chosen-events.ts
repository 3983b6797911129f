import { checkedIds } from '@org/identity-ui';
import { isKnownPattern } from '../patterns/event-patterns.js';

type Form = Readonly<Record<string, string>>;

/**
 * The events of a form: `*` for all, or else the checkboxes `event.<pattern>` and the text `events`, separated by line breaks,
 * spaces or commas.
 */
export function eventsIn(form: Form): string[] {
  const written = (form['events'] ?? '').split(/[\s,]+/u).filter((type) => type !== '');
  if (written.length === 1 && written[0] === '*') return written;
  return [...new Set([...written, ...checkedIds(form, 'event')])];
}

/**
 * The same for a webhook that exists. In the stored order, so that a form without changes changes nothing. `stale` are those
 * that match no event any more, because a plugin is not used now: they stay as long as they are checked.
 */
export function changedEventsIn(form: Form, stored: readonly string[]): { events: string[]; stale: string[] } {
  const chosen = eventsIn(form);
  const kept = stored.filter((pattern) => chosen.includes(pattern));
  const events = [...kept, ...chosen.filter((pattern) => !kept.includes(pattern))];
  const stale = kept.filter((pattern) => !isKnownPattern(pattern));
  return { events, stale };
}
