import { checkReply } from '@org/identity-core';
import type { PrismaClient } from './generated/client.js';

type Work = (tx: never) => Promise<unknown>;

/**
 * Makes every transaction check its result before the commit. While a route is being served, a result that does not match
 * the route's reply schema rolls the transaction back.
 */
export function checkReplies(db: PrismaClient): void {
  const transaction = db.$transaction.bind(db) as (work: unknown, options?: unknown) => Promise<unknown>;
  const checked = (work: Work) => async (tx: never) => {
    const result = await work(tx);
    checkReply(result);
    return result;
  };
  // `$transaction` takes a function or a list of queries. TypeScript cannot express a replacement for these overloads.
  db.$transaction = ((work: unknown, options?: unknown) =>
    transaction(typeof work === 'function' ? checked(work as Work) : work, options)) as typeof db.$transaction;
}
