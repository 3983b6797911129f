import { listenForClientChanges, watchClientWrites } from '@org/identity-prisma';
import type { Pool } from 'pg';

/** Tells of changes to clients: before those of this process, after those of others. */
export interface ClientChanges {
  onOwnWrite(listener: () => void): void;
  onNotice(listener: () => void): void;
  stop(): Promise<void>;
}

/** Watches the pool, before its first connection, and with `listen` what other processes change. */
export function watchClientChanges(options: { pool: Pool; databaseUrl: string; listen: boolean }): ClientChanges {
  const ownWrite: (() => void)[] = [];
  const notice: (() => void)[] = [];
  const tell = (listeners: readonly (() => void)[]) => {
    for (const listener of listeners) listener();
  };
  watchClientWrites(options.pool, () => tell(ownWrite));
  const { databaseUrl } = options;
  const notices = options.listen ? listenForClientChanges({ databaseUrl, listener: () => tell(notice) }) : undefined;
  return {
    onOwnWrite: (listener) => void ownWrite.push(listener),
    onNotice: (listener) => void notice.push(listener),
    stop: async () => notices?.stop(),
  };
}
