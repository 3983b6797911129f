import pg, { type ClientBase } from 'pg';

/** Reports changes of clients and their secrets, so that remembered clients can be forgotten. */
export interface ClientChanges {
  /** To be called for each new connection of the pool; `direct` is false behind a pooler such as PgBouncer. */
  listenOn(connection: ClientBase, direct: boolean): Promise<void>;
  /** Adds a function that is called after each change, made by any process. */
  onChange(listener: () => void): void;
  /** Whether every connection of the pool reports changes. If not, nothing may be remembered. */
  isListening(): boolean;
}

/**
 * Listens for changes on every connection of the pool. PostgreSQL sends a connection's own notices before it reports
 * that the commit is done: a change is known here before the caller who made it goes on. Other processes are told a
 * moment later. A pooler passes no notices on.
 */
export function createClientChanges(): ClientChanges {
  const listeners: (() => void)[] = [];
  let listening = false;
  let unheard = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    async listenOn(connection, direct) {
      let hears = direct;
      if (direct) {
        connection.on('notification', tell);
        hears = await connection.query('LISTEN identity_clients').then(() => true, refused);
      }
      if (hears) listening = true;
      else unheard = true;
    },
    onChange: (listener) => void listeners.push(listener),
    isListening: () => listening && !unheard,
  };
}

/** A standby refuses to listen, but still serves reads. */
function refused(error: unknown): false {
  if (error instanceof pg.DatabaseError) return false;
  throw error;
}
