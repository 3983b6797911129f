import type { AreaVisit } from '@org/identity-core';
import type { PageUser } from '@org/identity-prisma';

const users = new WeakMap<AreaVisit, PageUser>();

/** Keeps, for the bar of the page, the user that a visit was opened for. Areas do not need this user. */
export function keepPageUser<Visit extends AreaVisit>(visit: Visit, user: PageUser | undefined): Visit {
  if (user) users.set(visit, user);
  return visit;
}

/** The user of a visit; undefined if the account has ended since. */
export function pageUserOf(visit: AreaVisit): PageUser | undefined {
  return users.get(visit);
}
