import pg from 'pg';
import { cutConnection } from './connection/pg-internals.js';
import { withoutPrismaParameters } from './database.js';

const waitMilliseconds = 1_000;

export interface ClientNoticeOptions {
  databaseUrl: string;
  /** Some process has changed clients, or notices may have been missed. */
  listener: () => void;
}

/**
 * Tells the listener when clients were changed, by whichever process, over a connection of its own. One that breaks is
 * opened again; until then nothing is told, so nobody may rely on notices alone.
 */
export function listenForClientChanges({ databaseUrl, listener }: ClientNoticeOptions): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: pg.Client | undefined;

  const again = () => {
    listener();
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void open();
    }, waitMilliseconds);
    timer.unref();
  };
  const open = async () => {
    const client = new pg.Client({
      connectionString: withoutPrismaParameters(databaseUrl),
      connectionTimeoutMillis: 5_000,
      // Nothing is sent over it: only this notices that the other end has vanished.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    current = client;
    client.on('notification', listener);
    // Without a listener a broken connection would end the process.
    client.on('error', () => undefined);
    client.once('end', again);
    try {
      await client.connect();
      await client.query('LISTEN identity_clients');
    } catch {
      await client.end().catch(() => undefined);
      again();
    }
  };
  const opening = open();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      // Not `end`, which waits for a database that may not respond.
      if (current) cutConnection(current);
      await opening;
    },
  };
}
