import pg, { type PoolClient, type PoolConfig } from 'pg';
import { beginWithTimeouts, type DatabaseTimeouts, setTimeouts } from './database-timeouts.js';
import { type DatabaseAwayError, type DatabaseWatch, watchDatabase } from './database-watch.js';
import { cutConnection, internalsOf } from './pg-internals.js';
import { probeDatabase } from './probe-database.js';
import { markConnectionError } from './unavailable-reason.js';

export interface WatchedPoolOptions {
  connectionString: string;
  max: number;
  timeouts: DatabaseTimeouts;
  onAway?: ((error: DatabaseAwayError) => void) | undefined;
  onBack?: (() => void) | undefined;
  /** Called for each new connection before its first use. `direct` is false behind a pooler. */
  onConnection?: ((client: pg.ClientBase, direct: boolean) => Promise<void>) | undefined;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void;

/** A pool that fails requests within two seconds if the database does not respond, and recovers by itself. */
export class WatchedPool extends pg.Pool {
  readonly #clients = new Set<pg.ClientBase>();
  readonly #watch: DatabaseWatch;

  constructor({ connectionString, max, timeouts, onAway, onBack, onConnection }: WatchedPoolOptions) {
    super({
      connectionString,
      max,
      // The watch below times out callers much earlier. This timeout only closes a connection that no caller waits for.
      connectionTimeoutMillis: Math.max(10_000, 2 * timeouts.connection),
      idleTimeoutMillis: 30_000,
      // Detects a lost peer even while no data is sent.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      onConnect: (client: pg.ClientBase) => this.#prepare(client, timeouts, onConnection),
      // pg-pool's `onConnect` is newer than its types.
    } as PoolConfig);
    this.#watch = watchDatabase({
      probe: () => probeDatabase(connectionString),
      maxWaitMilliseconds: timeouts.connection,
      onAway: (error) => {
        onAway?.(error);
        this.cutConnections();
      },
      onBack: () => onBack?.(),
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** The error while the database is known not to respond, and undefined otherwise. */
  get away(): DatabaseAwayError | undefined {
    return this.#watch.awayError();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    const away = this.#watch.awayError();
    if (away) {
      process.nextTick(callback, away, undefined, () => undefined);
      return undefined;
    }
    let called = false;
    const done = this.#watch.begin((error) => {
      called = true;
      callback(error, undefined, () => undefined);
    });
    super.connect((error, client, release) => {
      // The caller has already got an error.
      if (called) return void client?.release();
      called = true;
      done();
      callback(error && markConnectionError(error), client, release);
    });
    return undefined;
  }

  /** Closes every connection at once. Statements in flight fail, and the pool opens new connections. */
  cutConnections(): void {
    for (const client of this.#clients) cutConnection(client);
  }

  /** Closes the pool. After a second it stops waiting for a database that does not respond. */
  override async end(): Promise<void> {
    this.#watch.stop();
    const cut = setTimeout(() => this.cutConnections(), 1_000);
    try {
      await super.end();
    } finally {
      clearTimeout(cut);
    }
  }

  async #prepare(
    client: pg.ClientBase,
    timeouts: DatabaseTimeouts,
    onConnection: WatchedPoolOptions['onConnection'],
  ): Promise<void> {
    this.#clients.add(client);
    // A connection can break between two statements of a transaction. Without a listener this would end the process.
    client.on('error', () => undefined);
    client.once('end', () => this.#clients.delete(client));
    internalsOf(client).connection.stream.on('data', () => this.#watch.dataReceived());
    const direct = await setTimeouts(client, timeouts).catch(failToConnect);
    await onConnection?.(client, direct).catch(failToConnect);
    this.#watchStatements(client, direct ? undefined : beginWithTimeouts(timeouts));
  }

  #watchStatements(client: pg.ClientBase, begin: string | undefined): void {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const watched = (...input: unknown[]): unknown => {
      if (begin !== undefined) input[0] = withBegin(input[0], begin);
      const done = this.#watch.begin();
      const callback = input.at(-1);
      if (typeof callback === 'function') {
        input[input.length - 1] = (error: unknown, ...result: unknown[]) => {
          done();
          callback(error && markConnectionError(error), ...result);
        };
        return query(...input);
      }
      const sent = query(...input);
      if (sent instanceof Promise) {
        sent.then(done, (error: unknown) => {
          markConnectionError(error);
          done();
        });
      } else done();
      return sent;
    };
    // TypeScript cannot express a replacement for the overloads of pg's `query`.
    client.query = watched as typeof client.query;
  }
}

function failToConnect(error: unknown): never {
  throw markConnectionError(error);
}

/** Replaces the `BEGIN` of a transaction. Prisma sends it as a separate statement. */
function withBegin(first: unknown, begin: string): unknown {
  if (first === 'BEGIN') return begin;
  if (typeof first === 'object' && first !== null && 'text' in first && first.text === 'BEGIN') {
    return { ...first, text: begin };
  }
  return first;
}
