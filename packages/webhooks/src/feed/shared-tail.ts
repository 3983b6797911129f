import { serviceUnavailable } from '@org/identity-core';
import { type FeedTail, startFeedTail } from './feed-tail.js';

/** Lends one tail to all streams of a process. It reads only while there is a stream. */
export interface SharedTail {
  borrow(): Promise<FeedTail>;
  /** Stops reading, and lends no more. */
  close(): void;
}

export function createSharedTail(services: Parameters<typeof startFeedTail>[0]): SharedTail {
  let current: { tail: Promise<FeedTail>; borrowers: number } | undefined;
  let closed = false;
  const stop = (tail: Promise<FeedTail>) => void tail.then(({ release }) => release()).catch(() => {});
  return {
    async borrow() {
      if (closed) throw serviceUnavailable('The server is stopping.');
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
        stop(lent.tail);
      };
      try {
        return { ...(await lent.tail), release: giveBack };
      } catch (error) {
        // The next one tries again.
        if (current === lent) current = undefined;
        throw error;
      }
    },
    close() {
      closed = true;
      if (current) stop(current.tail);
    },
  };
}
