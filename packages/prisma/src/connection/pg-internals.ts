import type { EventEmitter } from 'node:events';
import type { ClientBase } from 'pg';

/** What a client of pg has beyond its published types. */
export interface ClientInternals {
  /** Emits what PostgreSQL says, such as `authenticationOk`. */
  readonly connection: EventEmitter & { readonly stream: EventEmitter & { destroy(): void } };
  /** The process that PostgreSQL, or a pooler in front of it, named at the start. */
  readonly processID: number | null;
}

/** The parts of a client that pg's types leave out. */
export function internalsOf(client: ClientBase): ClientInternals {
  return client as unknown as ClientInternals;
}

/** Closes a connection without waiting for the server: `end` waits for a server that may never respond. */
export function cutConnection(client: ClientBase): void {
  internalsOf(client).connection.stream.destroy();
}
