import type { PersonalData } from '@org/identity-core';
import type { Database, Transaction } from './database.js';
import type { Prisma } from './generated/client.js';

/** The audit trail: it stays, with the person's id, which names nobody once the account is erased. */
export function eventData(db: Database): PersonalData<Transaction> {
  return {
    models: ['Event'],
    async collect(userId) {
      return db.event.findMany({ where: about(userId), orderBy: { id: 'asc' } });
    },
    async erase(tx, userId) {
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      for (const { id, data } of await tx.event.findMany({ where: about(userId), select: { id: true, data: true } })) {
        const left = withoutPerson(data, email.toLowerCase());
        if (left !== data) await tx.event.update({ where: { id }, data: { data: left } });
      }
    },
  };
}

const about = (userId: string) => ({ OR: [{ actorId: userId }, { subjectId: userId }] });

// Our own events hold neither; those of a plugin may.
const personalNames = /email$|^(?:display|given|family|middle|nick|user)name$/iu;

/** An event's data without what tells who the person was; the very same object when there is nothing of it. */
function withoutPerson(data: Prisma.JsonValue, address: string): Prisma.JsonObject {
  const entries = Object.entries(data as Prisma.JsonObject);
  const left = entries.filter(
    ([name, value]) => !personalNames.test(name) && !JSON.stringify(value)?.toLowerCase().includes(address),
  );
  return left.length === entries.length ? (data as Prisma.JsonObject) : Object.fromEntries(left);
}
