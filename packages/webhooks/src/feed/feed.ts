import { type FeedWatch, type IdentityPluginHost, unavailableReason, watchFeed } from '@org/identity-prisma';
import { createOpenStreams, type OpenStreams } from './open-streams.js';
import { createSharedTail, type SharedTail } from './shared-tail.js';

/** What all readers of events in a process share. */
export interface Feed {
  readonly pool: IdentityPluginHost['pool'];
  readonly watch: FeedWatch;
  readonly tail: SharedTail;
  readonly streams: OpenStreams;
  /** Ends all streams and everything that waits. */
  close(): void;
}

export interface FeedOptions {
  /** How many event streams a process serves at once (default 2000). */
  readonly maxStreams?: number | undefined;
}

export function createFeed({ pool, logger }: Pick<IdentityPluginHost, 'pool' | 'logger'>, options: FeedOptions): Feed {
  // That the database is away is logged by those who serve requests.
  const onError = (error: unknown) => {
    if (!unavailableReason(error)) logger.error({ err: error }, 'events could not be read');
  };
  const watch = watchFeed(pool, onError);
  const streams = createOpenStreams({ maxStreams: options.maxStreams ?? 2_000, maxStreamsPerClient: 200 });
  return {
    pool,
    watch,
    tail: createSharedTail({ pool, watch, onError }),
    streams,
    close() {
      streams.close();
      watch.close();
    },
  };
}
