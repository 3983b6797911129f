import type { PersonalData } from '@org/identity-core';
import type { Database, Transaction } from './database-types.js';
import { type EventRow, eventColumns } from './event-row.js';
import type { Prisma } from './generated/client.js';
import { pageSize, pagesOf } from './pages-of.js';

/** The audit events about a user. They stay after the account is erased; the user's id then refers to no account. */
export function eventData(db: Database): PersonalData<Transaction> {
  return {
    models: ['Event'],
    collect: (userId) => Promise.resolve(eventsAbout(db, userId)),
    async erase(tx, userId) {
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      for await (const page of eventsAbout(tx, userId)) {
        for (const { id, data } of page) {
          const left = withoutPersonalData(data, email.toLowerCase());
          if (left !== data) await tx.event.update({ where: { id }, data: { data: left } });
        }
      }
    },
  };
}

const nil = '00000000-0000-0000-0000-000000000000';

/** The events that a user caused and those about the user, oldest first. */
function eventsAbout(tx: Transaction, userId: string): AsyncGenerator<readonly EventRow[]> {
  return pagesOf<EventRow>(
    // Each half reads one page of its own index. With OR, PostgreSQL would read and sort all events of a user for each page.
    (after) => tx.$queryRaw<EventRow[]>`
      SELECT ${eventColumns}
      FROM (
        (SELECT * FROM identity.events WHERE actor_id = ${userId} AND id > ${after?.id ?? nil}::uuid
         ORDER BY actor_id, id LIMIT ${pageSize})
        UNION
        (SELECT * FROM identity.events WHERE subject_id = ${userId} AND id > ${after?.id ?? nil}::uuid
         ORDER BY subject_id, id LIMIT ${pageSize})
      ) found ORDER BY id LIMIT ${pageSize}`,
  );
}

// The events of these packages contain no such fields; those of a plugin may.
const personalNames = /email$|^(?:display|given|family|middle|nick|user)name$/iu;

/** Removes names and the user's email from the data of an event. Returns the same object if there is nothing to remove. */
function withoutPersonalData(data: Prisma.JsonObject, email: string): Prisma.JsonObject {
  const entries = Object.entries(data);
  const left = entries.filter(
    ([name, value]) => !personalNames.test(name) && !JSON.stringify(value)?.toLowerCase().includes(email),
  );
  return left.length === entries.length ? data : Object.fromEntries(left);
}
