import pg, { type PoolClient, type PoolConfig } from 'pg';
import { beginWithTimeouts, type DatabaseTimeouts, setTimeouts } from './database-timeouts.js';
import { type DatabaseAwayError, type DatabaseWatch, type WaitLimit, watchDatabase } from './database-watch.js';
import { cutConnection, internalsOf, watchStatements } from './pg-client.js';
import { probeDatabase, probeLimit } from './probe-database.js';
import { isStalePlan } from './stale-plan.js';
import { isReadOnlyFailure, ReadOnlyServerError } from './standby.js';
import { markConnectionError } from './unavailable-reason.js';
import { endUnconfirmed, refuseUnconfirmedCommits } from './unconfirmed-commit.js';

/** PostgreSQL ends a statement after its timeout. What takes longer is the wait for a standby. */
const commitMargin = 1_000;

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
  /** Connections that are not used again. */
  readonly #retired = new WeakSet<pg.ClientBase>();
  /** Connections that serve one caller, because the next one may find a server that can write. */
  readonly #readOnly = new WeakSet<pg.ClientBase>();
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
      probe: () => probeDatabase(connectionString, probeLimit(timeouts.connection)),
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
    const take: Connected = (error, client, release) => {
      // The caller has already got an error.
      if (called) return void client?.release();
      if (client && this.#retired.has(client)) {
        release(true);
        return void super.connect(take);
      }
      called = true;
      done();
      if (client && this.#readOnly.has(client)) this.#retired.add(client);
      callback(error && markConnectionError(error), client, release);
    };
    super.connect(take);
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
    refuseUnconfirmedCommits(client);
    const { direct, standby, readOnly } = await setTimeouts(client, timeouts).catch(failToConnect);
    if (standby) {
      this.#replaceConnections();
      throw new ReadOnlyServerError('The database is a standby: connect to the primary.');
    }
    if (readOnly) this.#readOnly.add(client);
    await onConnection?.(client, direct).catch(failToConnect);
    this.#watchStatements(client, direct ? undefined : beginWithTimeouts(timeouts), timeouts.statement + commitMargin);
  }

  #watchStatements(client: pg.ClientBase, begin: string | undefined, milliseconds: number): void {
    // The commit of a transaction that took long may take long as well: it runs deferred triggers.
    const limitOf = (taken: number): WaitLimit => {
      const allowed = Math.max(milliseconds, taken);
      return { milliseconds: allowed, expire: () => endUnconfirmed(client, allowed) };
    };
    watchStatements(client, {
      begin,
      started: (taken) => this.#watch.beginStatement(taken === undefined ? undefined : limitOf(taken)),
      failed: (error) => {
        markConnectionError(error);
        // The other connections have prepared the statement before the migration, too.
        const stale = isStalePlan(error) && !this.#retired.has(client);
        if (stale || isReadOnlyFailure(error)) this.#replaceConnections();
      },
    });
  }

  /** No connection that is open now is used again: the server behind them has become a standby, or their plans are old. */
  #replaceConnections(): void {
    for (const client of this.#clients) this.#retired.add(client);
  }
}

function failToConnect(error: unknown): never {
  throw markConnectionError(error);
}
