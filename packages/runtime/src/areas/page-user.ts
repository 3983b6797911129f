import type { ConsoleVisit } from '@org/identity-core';
import { findPageUser, type PageUser } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { isVisitorOfKind } from './area-parts.js';

const users = new WeakMap<ConsoleVisit, PageUser | undefined>();

/** Keeps, for the bar of the page, the user that a visit was opened for. Areas do not need this user. */
export function keepPageUser<Visit extends ConsoleVisit>(visit: Visit, user: PageUser | undefined): Visit {
  users.set(visit, user);
  return visit;
}

/** The user of a visit, if it was kept; undefined if the account has ended since. */
export function pageUserOf(visit: ConsoleVisit): PageUser | undefined {
  return users.get(visit);
}

/** The same. Of a visit that the console of a plugin has opened, the user is read now. */
export async function readPageUser(pool: Pool, visit: ConsoleVisit): Promise<PageUser | undefined> {
  const { principal } = visit;
  if (users.has(visit) || isVisitorOfKind(principal)) return users.get(visit);
  const { userId, sessionUid } = principal;
  return findPageUser(pool, { userId, sessionUid, slug: undefined });
}
