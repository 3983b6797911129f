import { databaseOption, exitCodes } from '@org/identity-core/commands';
import type { Command } from '../line/command.js';
import { databaseUrlOf } from './open-command-database.js';

/** Lists the applied and the missing migrations. It changes nothing. */
export const migrateStatusCommand: Command = {
  usage: 'migrate status [options]',
  summary: 'Lists the applied and the missing migrations; exit code 2 if some are missing',
  options: databaseOption,
  async run(invocation) {
    const databaseUrl = await databaseUrlOf(invocation);
    const { migrationStatus } = await import('@org/identity-prisma');
    const status = await migrationStatus({ databaseUrl });
    const applied = status.applied.map((name) => `applied  ${name}`);
    const missing = status.pending.map((name) => `missing  ${name}`);
    invocation.result(status, [...applied, ...missing]);
    return missing.length === 0 ? exitCodes.done : exitCodes.problemFound;
  },
};
