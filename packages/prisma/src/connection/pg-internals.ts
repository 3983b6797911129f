import type { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';

/** Members of a pg client that its published types leave out. */
export interface ClientInternals {
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
