import { databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';
import { monthIn, monthOption } from './month-option.js';

/** Writes the events of a month to a file, and records that it was done. */
export const eventsExportCommand: IdentityCommand = {
  usage: 'events export --month <month> --out <file> [options]',
  summary: 'Writes the events of a month to a new file, one JSON object in each line (NDJSON)',
  details: `The number of events and the SHA-256 of the file are printed and stored in the database. Servers drop a month only
if its events are still those of its last export.`,
  options: {
    ...monthOption,
    out: { type: 'string', value: 'file', help: 'The file to create; it must not exist (required)' },
    ...databaseOption,
  },
  async run(invocation) {
    const month = await monthIn(invocation.values);
    const { out } = invocation.values;
    if (typeof out !== 'string' || out === '') throw new Error('--out must name the file to create.');
    const [{ exportEventMonth }, { open, rm }, { resolve }] = await Promise.all([
      import('@org/identity-prisma'),
      import('node:fs/promises'),
      import('node:path'),
    ]);
    const result = await invocation.withDatabase(async ({ pool }) => {
      // Only its owner can read it: events name users by their ids.
      const file = await open(out, 'wx', 0o600);
      try {
        return await exportEventMonth(pool, {
          month,
          file: resolve(out),
          write: (part) => file.appendFile(part),
          finish: () => file.sync(),
        });
      } catch (error) {
        await rm(out, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    });
    invocation.result({ ...result, file: resolve(out) }, [
      `${result.events} events of ${month} were written to ${out}.`,
      `SHA-256 ${result.sha256}`,
    ]);
    return exitCodes.done;
  },
};
