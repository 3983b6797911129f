import { checkReply } from '@org/identity-core';
import type { PrismaClient } from './generated/client.js';

type Work = (tx: never) => Promise<unknown>;

/** Makes every transaction check its result before the commit if a route is being served: a reply that fails rolls back. */
export function checkReplies(db: PrismaClient): void {
  const transaction = db.$transaction.bind(db) as (work: unknown, options?: unknown) => Promise<unknown>;
  const checked = (work: Work) => async (tx: never) => {
    const result = await work(tx);
    checkReply(result);
    return result;
  };
  // Prisma's `$transaction` is overloaded (a function, or a list of queries) in a way that no replacement can repeat.
  db.$transaction = ((work: unknown, options?: unknown) =>
    transaction(typeof work === 'function' ? checked(work as Work) : work, options)) as typeof db.$transaction;
}
