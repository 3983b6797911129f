import { type FeedWatch, type IdentityPluginHost, unavailableReason, watchFeed } from '@org/identity-prisma';
import { createSharedTail, type SharedTail } from './shared-tail.js';
import { createSlots, type Slots } from './slots.js';

/** What all readers of events in a process share. */
export interface Feed {
  readonly pool: IdentityPluginHost['pool'];
  readonly watch: FeedWatch;
  readonly tail: SharedTail;
  /** The slots of streams. */
  readonly streams: Slots;
  /** The slots of requests that wait for an event. */
  readonly waits: Slots;
  /** Ends all streams and requests that wait, and begins no new ones. */
  drain(): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  /** How many event streams a process serves at once (default 2000). */
  readonly maxStreams?: number | undefined;
}

export function createFeed({ pool, logger }: Pick<IdentityPluginHost, 'pool' | 'logger'>, options: FeedOptions): Feed {
  // The requests log an outage of the database.
  const onError = (error: unknown) => {
    if (!unavailableReason(error)) logger.error({ err: error }, 'events could not be read');
  };
  const watch = watchFeed(pool, onError);
  const streams = createSlots({ max: options.maxStreams ?? 2_000, perCaller: 200 });
  const waits = createSlots({ max: 500, perCaller: 20 });
  const drain = () => {
    streams.close();
    waits.close();
  };
  const tail = createSharedTail({ pool, watch, onError });
  return {
    pool,
    watch,
    tail,
    streams,
    waits,
    drain,
    async close() {
      drain();
      // Before the watch: after its end nothing would slow down the reading.
      tail.close();
      await watch.close();
    },
  };
}
