import { type FeedTail, startFeedTail } from './feed-tail.js';

/** Lends one tail to all streams of a process. It reads only while there is a stream. */
export interface SharedTail {
  borrow(): Promise<FeedTail>;
}

export function createSharedTail(services: Parameters<typeof startFeedTail>[0]): SharedTail {
  let current: { tail: Promise<FeedTail>; borrowers: number } | undefined;
  return {
    async borrow() {
      current ??= { tail: startFeedTail(services), borrowers: 0 };
      const lent = current;
      lent.borrowers += 1;
      let returned = false;
      const giveBack = () => {
        if (returned) return;
        returned = true;
        lent.borrowers -= 1;
        if (lent.borrowers > 0) return;
        if (current === lent) current = undefined;
        lent.tail.then(({ release }) => release()).catch(() => {});
      };
      try {
        return { ...(await lent.tail), release: giveBack };
      } catch (error) {
        // The next one tries again.
        if (current === lent) current = undefined;
        throw error;
      }
    },
  };
}
