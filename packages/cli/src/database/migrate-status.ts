import { databaseOption, exitCodes } from '@org/identity-core/commands';
import { describeOther } from '@org/identity-runtime/verify/describe-other';
import type { Command, Invocation } from '../line/command.js';
import { databaseUrlOf } from './open-command-database.js';

/** Lists the applied and the missing migrations. It changes nothing. */
export const migrateStatusCommand: Command = {
  usage: 'migrate status [options]',
  summary: 'Lists the applied and the missing migrations; exit code 2 if some are missing',
  options: databaseOption,
  async run(invocation: Invocation) {
    const databaseUrl = await databaseUrlOf(invocation);
    const { migrationStatus } = await import('@org/identity-prisma');
    const status = await migrationStatus({ databaseUrl, plugins: invocation.plugins ?? [] });
    invocation.result(status, [
      ...status.applied.map((name) => `applied  ${name}`),
      ...status.pending.map((name) => `missing  ${name}`),
      ...(status.newer ?? []).map((name) => `newer    ${name}: the plugin is older than its tables`),
      ...(status.others ?? []).map((other) => `other    ${describeOther(other)}`),
    ]);
    return status.pending.length === 0 ? exitCodes.done : exitCodes.problemFound;
  },
};
