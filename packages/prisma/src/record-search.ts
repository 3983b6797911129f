import type { Actor, Vault } from '@org/identity-core';
import type { Database } from './database-types.js';
import type { EventBus } from './event-bus.js';

export interface PeopleSearch {
  actor: Actor;
  /** Where the operator searched. */
  place: 'people' | 'explanation' | 'audit';
  /** What was searched for: the beginning of a name or of an email, an email, or an id. */
  text: string;
  found: number;
  /** Whether it is another page of a search: not recorded again if this process has recorded the search a minute ago. */
  continued?: boolean;
}

interface Services {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  vault: Pick<Vault, 'digest'>;
}

const mergedMilliseconds = 60 * 1000;
/** More operators than any deployment has, each with some searches. */
const maxRecent = 1000;
const recent = new Map<string, number>();

/**
 * Records that an operator has searched for people. The event has a keyed hash of the text: two events of the same search can be
 * compared, and a text can be checked with the deployment's secret, but the audit trail reveals no name or email.
 */
export async function recordSearch({ db, events, vault }: Services, search: PeopleSearch): Promise<void> {
  const { actor, place, text, found } = search;
  const textHash = vault.digest('user-search', text.trim().normalize('NFKC').toLowerCase());
  const key = JSON.stringify([actor, place, textHash]);
  const now = Date.now();
  if (search.continued && (recent.get(key) ?? 0) > now - mergedMilliseconds) return;
  const data = { place, textHash, found };
  await db.$transaction((tx) =>
    events.publish(tx, { type: 'user.searched', tenantId: null, actor, subjectId: null, data }),
  );
  if (recent.size >= maxRecent) recent.clear();
  recent.set(key, now);
}
