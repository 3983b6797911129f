import { commandName, createEventBus, openDatabase } from '@org/identity-prisma';
import { requireMigrations } from '../require-migrations.js';
import { type AfterRestore, afterRestore, type Restored } from './after-restore.js';

export interface EndAfterRestore extends Omit<AfterRestore, 'actor'> {
  databaseUrl: string;
}

/** What `identity-server after-restore` does, for a script of a host with plugins of its own. */
export async function endAfterRestore({ databaseUrl, ...options }: EndAfterRestore): Promise<Restored> {
  await requireMigrations(databaseUrl, 'check');
  const { db, close } = openDatabase({ databaseUrl, poolSize: 2, applicationName: commandName });
  try {
    return await afterRestore({ db, events: createEventBus() }, { ...options, actor: { kind: 'system', id: 'cli' } });
  } finally {
    await close();
  }
}
