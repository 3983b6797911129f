import { type Brand, isIdentityError, type PageAnswer } from '@org/identity-core';
import { DeadLinkPage } from './pages/dead-link-page.js';

/** The page behind a mailed link, or one that says that the link is dead and what to do now. */
export async function orDeadLink(
  { brand, advice }: { brand: Brand; advice: string },
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!isIdentityError(error) || error.code !== 'NOT_FOUND') throw error;
    return { page: <DeadLinkPage brand={brand} advice={advice} />, status: 404 };
  }
}
