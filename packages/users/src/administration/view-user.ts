import type { Actor, Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { listSessions } from '../sessions/sessions.js';
import type { AccountServices } from './administration-services.js';
import { findUser } from './find-user.js';
import { getUser, type UserDetails } from './get-user.js';

interface View {
  userId: string;
  actor: Actor;
}

/** The details of a user, for an operator. That they were read is an event. */
export function viewUser(services: AccountServices, view: View): Promise<UserDetails> {
  return recorded(services, { ...view, part: 'details' }, (db) => getUser(db, view.userId));
}

/** Where a user is signed in, for an operator. That it was read is an event. */
export function viewSessions(services: AccountServices, { principal, ...view }: View & { principal: Principal }) {
  const sessionUid = principal.kind === 'user' ? principal.sessionUid : null;
  return recorded(services, { ...view, part: 'sessions' }, async (db) => {
    const { id } = await findUser(db, view.userId);
    return listSessions({ db }, { userId: id, sessionUid });
  });
}

async function recorded<Result>(
  { db, events }: AccountServices,
  { userId, actor, part }: View & { part: string },
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  const result = await read(db);
  // Before the result is returned: without the event nobody sees it.
  await db.$transaction((tx) =>
    events.publish(tx, { type: 'user.viewed', tenantId: null, actor, subjectId: userId, data: { part } }),
  );
  return result;
}
