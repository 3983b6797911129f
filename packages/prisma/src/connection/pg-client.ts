import type { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';

/** Members of a pg client that its published types leave out. */
interface ClientInternals {
  /** Emits the messages of PostgreSQL, such as `authenticationOk`. */
  readonly connection: EventEmitter & { readonly stream: EventEmitter & { destroy(): void } };
  /** The process id that PostgreSQL, or a pooler in front of it, sent when the connection opened. */
  readonly processID: number | null;
  /** `I` outside of a transaction, `T` inside of one, `E` inside of one that has failed. Newer than pg's types. */
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
}

/** Returns the client with its members that are not in pg's types. */
export function internalsOf(client: ClientBase): ClientInternals {
  return client as unknown as ClientInternals;
}

/** Closes a connection at once. `client.end()` waits for the server, which may never respond. */
export function cutConnection(client: ClientBase): void {
  internalsOf(client).connection.stream.destroy();
}

interface StatementWatch {
  /** The `BEGIN` of each transaction, if it has to set the timeouts. */
  readonly begin: string | undefined;
  /**
   * Called before each statement. For one that may commit, `transactionMilliseconds` is how long its transaction has taken
   * so far. Returns a function for the end of the statement.
   */
  started(transactionMilliseconds: number | undefined): () => void;
  failed(error: unknown): void;
}

/** Calls the functions of `watch` for each statement of a connection. */
export function watchStatements(client: ClientBase, watch: StatementWatch): void {
  const query = client.query.bind(client) as (...input: unknown[]) => unknown;
  let begunAt = 0;
  const watched = (...input: unknown[]): unknown => {
    const text = textOf(input[0]);
    if (text === 'BEGIN') begunAt = performance.now();
    // Outside of a transaction, every statement commits by itself.
    const alone = internalsOf(client).getTransactionStatus() === 'I';
    const transactionMilliseconds = text === 'COMMIT' ? performance.now() - begunAt : alone ? 0 : undefined;
    if (watch.begin !== undefined) input[0] = withBegin(input[0], watch.begin);
    const done = watch.started(transactionMilliseconds);
    const callback = input.at(-1);
    if (typeof callback === 'function') {
      input[input.length - 1] = (error: unknown, ...result: unknown[]) => {
        done();
        if (error) watch.failed(error);
        callback(error, ...result);
      };
      return query(...input);
    }
    const sent = query(...input);
    if (sent instanceof Promise) {
      sent.then(done, (error: unknown) => {
        watch.failed(error);
        done();
      });
    } else done();
    return sent;
  };
  // TypeScript cannot express a replacement for the overloads of pg's `query`.
  client.query = watched as typeof client.query;
}

/** Replaces the `BEGIN` of a transaction. Prisma sends it as a separate statement. */
function withBegin(first: unknown, begin: string): unknown {
  if (textOf(first) !== 'BEGIN') return first;
  return typeof first === 'object' ? { ...first, text: begin } : begin;
}

function textOf(first: unknown): unknown {
  return typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
}
