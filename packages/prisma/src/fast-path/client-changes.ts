import pg, { type ClientBase } from 'pg';

/** Reports changes of clients and their secrets, so that cached clients can be dropped. */
export interface ClientChanges {
  /** Call it for each new connection of the pool. `direct` is false behind a pooler such as PgBouncer. */
  listenOn(connection: ClientBase, direct: boolean): Promise<void>;
  /** Adds a function that is called after each change that any process makes. */
  onChange(listener: () => void): void;
  /** Whether every connection of the pool reports changes. If not, no client may be cached. */
  isListening(): boolean;
}

/**
 * Listens for changes on every connection of the pool. PostgreSQL sends a connection its own notifications before it
 * reports the commit, so this process knows a change before the caller continues. Other processes get the notification
 * a moment later. A pooler does not forward notifications.
 */
export function createClientChanges(): ClientChanges {
  const listeners: (() => void)[] = [];
  let anyListens = false;
  let anyFailed = false;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    async listenOn(connection, direct) {
      let listens = direct;
      if (direct) {
        connection.on('notification', notify);
        listens = await connection.query('LISTEN identity_clients').then(() => true, refused);
      }
      if (listens) anyListens = true;
      else anyFailed = true;
    },
    onChange: (listener) => void listeners.push(listener),
    isListening: () => anyListens && !anyFailed,
  };
}

/** PostgreSQL may refuse LISTEN. Then clients are looked up for each request. */
function refused(error: unknown): false {
  if (error instanceof pg.DatabaseError) return false;
  throw error;
}
