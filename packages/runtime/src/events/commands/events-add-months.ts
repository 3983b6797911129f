import { databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Adds the partitions of the next months, whatever has to be moved. */
export const eventsAddMonthsCommand: IdentityCommand = {
  usage: 'events add-months [options]',
  summary: 'Adds partitions for the events of the next three months',
  details: `Servers do this by themselves. The command is for a server whose role may not create tables, and for many events
that have to be moved: new events wait until that is done, so run it at a quiet hour.`,
  options: databaseOption,
  async run(invocation) {
    const { addEventMonths } = await import('@org/identity-prisma');
    const { added } = await invocation.withDatabase(({ pool }) =>
      addEventMonths(pool, { maxMoved: Number.MAX_SAFE_INTEGER - 1 }),
    );
    invocation.result({ added }, [added.length === 0 ? 'Nothing was missing.' : `Added ${added.join(', ')}.`]);
    return exitCodes.done;
  },
};
