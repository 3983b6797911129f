import { confirm, confirmOption, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';
import { monthIn, monthOption } from './month-option.js';

/** Drops the events of a month and of all months before it. */
export const eventsDropCommand: IdentityCommand = {
  usage: 'events drop --month <month> [options]',
  summary: 'Drops the events of a month and of all months before it, for all tenants',
  details: `Months that are not exported, or have changed since, are kept, and so are all later ones; exit code 2. Events from
before the upgrade to partitions are dropped together, with the last of their months.`,
  options: {
    ...monthOption,
    'without-export': { type: 'boolean', help: 'Also drop months that are not exported' },
    ...confirmOption,
    ...databaseOption,
  },
  async run(invocation) {
    const month = await monthIn(invocation.values);
    const exportFirst = invocation.values['without-export'] !== true;
    const { dropEventMonths, monthsAfter } = await import('@org/identity-prisma');
    await confirm(invocation, `Drop all events of ${month} and of the months before it?`);
    const { dropped, notExported } = await invocation.withDatabase(({ pool }) =>
      dropEventMonths(pool, { before: monthsAfter(month, 1), exportFirst }),
    );
    const months = dropped.map(({ month: each, events }) => ({ month: each, events }));
    invocation.result({ dropped: months, notExported }, [
      ...months.map((each) => `Dropped ${each.month}: ${each.events} events.`),
      ...(months.length === 0 ? ['Nothing was dropped.'] : []),
      ...notExported.map((each) => `Kept ${each}: it is not exported, or has changed since. Export it first.`),
    ]);
    return notExported.length === 0 ? exitCodes.done : exitCodes.problemFound;
  },
};
