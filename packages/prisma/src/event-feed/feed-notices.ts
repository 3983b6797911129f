import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { cutConnection, internalsOf } from '../connection/pg-client.js';
import { markConnectionError } from '../connection/unavailable-reason.js';

/** A connection that PostgreSQL tells of new events, while it is wanted and possible. */
export interface FeedNotices {
  /**
   * Every transaction that writes events and began to do so after this time (of `performance.now()`) is told when it commits.
   * Undefined while the connection does not listen.
   */
  since(): number | undefined;
  start(): void;
  stop(): Promise<void>;
}

export interface FeedNoticesOptions {
  /** Read when it is needed. Undefined: no connection is possible, so there are no notifications. */
  readonly connectionString: () => string | undefined;
  /** Called for each transaction that has written events. */
  readonly onNotice: () => void;
  /** Called when `since` has changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** How often a process writes that it listens. This also detects a connection that was lost without being closed. */
const beatMilliseconds = 30_000;
/** Transactions notify a process that was killed for so many seconds. */
const aliveSeconds = 90;
const timeoutMilliseconds = 5_000;
const firstPause = 500;
const maxPause = 30_000;

const register = `WITH gone AS (DELETE FROM identity.feed_followers WHERE expires_at < now() - interval '1 hour')
  INSERT INTO identity.feed_followers (process_id, expires_at) VALUES ($1::uuid, now() + make_interval(secs => ${aliveSeconds}))
  ON CONFLICT (process_id) DO UPDATE SET expires_at = excluded.expires_at`;

/**
 * Listens on a connection of its own. A row of `feed_followers` says so, and makes the trigger of events notify: without
 * such a row there are no notifications and no cost. After a loss it connects again.
 */
export function createFeedNotices(options: FeedNoticesOptions): FeedNotices {
  const { connectionString, onChange, onError } = options;
  let since: number | undefined;
  let pooled = false;
  let stopping: AbortController | undefined;
  let ended = Promise.resolve();
  const set = (time: number | undefined) => {
    since = time;
    onChange();
  };
  const run = async (url: string, signal: AbortSignal) => {
    for (let pause = firstPause; !signal.aborted && !pooled; pause = Math.min(2 * pause, maxPause)) {
      const client = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: timeoutMilliseconds,
        query_timeout: timeoutMilliseconds,
      });
      // The database may not respond any more.
      signal.addEventListener('abort', () => setTimeout(() => cutConnection(client), 1_000).unref(), { once: true });
      try {
        pooled = !(await listen(client, options, signal, (time) => {
          pause = firstPause;
          set(time);
        }));
      } catch (error) {
        onError(markConnectionError(error));
      } finally {
        if (since !== undefined) set(undefined);
        await close(client);
      }
      if (!pooled) await sleep(pause * (0.5 + Math.random() / 2), signal);
    }
  };
  return {
    since: () => since,
    start() {
      const url = connectionString();
      if (stopping || pooled || url === undefined) return;
      stopping = new AbortController();
      const { signal } = stopping;
      ended = ended.then(() => run(url, signal));
    },
    async stop() {
      stopping?.abort();
      stopping = undefined;
      await ended;
    },
  };
}

/** Listens until the signal is aborted. Throws when the connection is lost. Returns false behind a pooler. */
async function listen(
  client: pg.Client,
  { onNotice }: FeedNoticesOptions,
  signal: AbortSignal,
  onListening: (time: number) => void,
): Promise<boolean> {
  const lost = new Promise<Error>((resolve) => {
    client.once('error', resolve);
    client.once('end', () => resolve(new Error('Connection terminated')));
  });
  // A second error without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  if (!(await isDirect(client))) return false;
  client.on('notification', onNotice);
  await client.query('LISTEN identity_events');
  const id = randomUUID();
  while (!signal.aborted) {
    await client.query(register, [id]);
    onListening(performance.now());
    const error = await Promise.race([lost, sleep(beatMilliseconds, signal)]);
    if (error) throw error;
  }
  await client.query('DELETE FROM identity.feed_followers WHERE process_id = $1::uuid', [id]).catch(() => undefined);
  return true;
}

/**
 * Behind a pooler such as PgBouncer, the process that answers is not the one that the connection was opened with. In transaction
 * mode it would listen on a connection that others use. To notify oneself proves nothing there: both statements may happen to
 * use the same connection.
 */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid === internalsOf(client).processID;
}

async function close(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => cutConnection(client), 1_000);
  await client
    .end()
    .catch(() => undefined)
    .finally(() => clearTimeout(cut));
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  return undefined;
}
