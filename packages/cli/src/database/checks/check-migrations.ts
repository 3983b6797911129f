import { type MigratedPlugin, migrationStatus } from '@org/identity-prisma';
import { describeError } from '../../line/describe-error.js';
import type { Finding } from './finding.js';

const check = 'migrations';

/** Compares the migrations of this version and of the host's plugins with those of the database. */
export async function checkMigrations(databaseUrl: string, plugins: readonly MigratedPlugin[]): Promise<Finding> {
  try {
    const { applied, pending } = await migrationStatus({ databaseUrl, plugins });
    if (pending.length === 0) return { check, status: 'ok', message: `All ${applied.length} migrations are applied.` };
    const message = `${pending.length} migration(s) are missing, from "${pending[0]}" on.`;
    return { check, status: 'problem', message, advice: 'Run: identity-server migrate' };
  } catch (error) {
    const advice = 'Grant the user of DATABASE_URL rights on the schema "identity", or fix the problem in the message.';
    return { check, status: 'problem', message: describeError(error), advice };
  }
}
