import { databaseOption, exitCodes, table } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Lists the months that have events. */
export const eventsMonthsCommand: IdentityCommand = {
  usage: 'events months [options]',
  summary: 'Lists the months that have events, and whether they are exported',
  details: `Reads all events, which takes a few seconds for a million. SIZE is that of the partition, with its indexes.
yes      exported; nothing has changed since
changed  events were erased, changed or added after the export: export the month again
no       not exported`,
  options: databaseOption,
  async run(invocation) {
    const { listEventMonths } = await import('@org/identity-prisma');
    const months = await invocation.withDatabase(({ pool }) => listEventMonths(pool));
    const rows = months.map(({ month, events, partition, partitionBytes, exported, file }) => [
      month,
      String(events),
      partition,
      `${(partitionBytes / 1_000_000).toFixed(1)} MB`,
      exported,
      file ?? '',
    ]);
    invocation.result(
      { months },
      rows.length === 0
        ? ['There are no events.']
        : table(['MONTH', 'EVENTS', 'PARTITION', 'SIZE', 'EXPORTED', 'FILE'], rows),
    );
    return exitCodes.done;
  },
};
