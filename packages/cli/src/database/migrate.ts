import { databaseOption, exitCodes } from '@org/identity-core/commands';
import type { Command, Invocation } from '../line/command.js';
import { databaseUrlOf } from './open-command-database.js';

/** Applies the missing migrations. */
export const migrateCommand: Command = {
  usage: 'migrate [options]',
  summary: 'Brings the database up to date',
  details: `Applies the migrations of the server, then those of the host's plugins. Only one process at a time migrates. Each
migration runs in its own transaction, except for indexes that are built while the server writes to the table. A
migration that does not get its locks within half a second is tried again, up to 30 times.

A rehearsal runs all of them in one transaction that is rolled back. It holds their locks until then, so on a database
that is in use, rehearse with a copy of it.`,
  options: {
    rehearse: { type: 'boolean', help: 'Apply them in one transaction, and roll it back' },
    ...databaseOption,
  },
  async run(invocation: Invocation) {
    const databaseUrl = await databaseUrlOf(invocation);
    const { migrate } = await import('@org/identity-prisma');
    const onApply = (name: string) => invocation.progress(`Applying ${name} …`);
    const onWait = (name: string) => invocation.progress(`${name} waits for other transactions, and is tried again …`);
    const rehearse = invocation.values['rehearse'] === true;
    const applied = await migrate({ databaseUrl, plugins: invocation.plugins ?? [], onApply, onWait, rehearse });
    const done = rehearse ? 'Would apply' : 'Applied';
    const line = applied.length === 0 ? 'The database is up to date.' : `${done} ${applied.join(', ')}.`;
    invocation.result(rehearse ? { rehearsed: applied } : { applied }, [line]);
    return exitCodes.done;
  },
};
