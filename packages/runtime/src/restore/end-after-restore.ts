import { commandName, createEventBus, openDatabase } from '@org/identity-prisma';
import { requireMigrations } from '../require-migrations.js';
import { type EndRevived, endRevived, type Restored } from './end-revived.js';

export interface EndAfterRestore extends Omit<EndRevived, 'actor'> {
  databaseUrl: string;
}

/** What `identity-server after-restore` does, for a script of a host with plugins of its own. */
export async function endAfterRestore({ databaseUrl, ...options }: EndAfterRestore): Promise<Restored> {
  await requireMigrations({ databaseUrl, plugins: options.plugins }, 'check');
  const { db, close } = openDatabase({ databaseUrl, poolSize: 2, applicationName: commandName });
  try {
    return await endRevived({ db, events: createEventBus() }, { ...options, actor: { kind: 'system', id: 'cli' } });
  } finally {
    await close();
  }
}
