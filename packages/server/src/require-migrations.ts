import { migrate, migrationStatus } from '@org/identity-prisma';

/** Throws unless the database can be reached and has every migration. Mode `apply` adds the missing ones first. */
export async function requireMigrations(
  databaseUrl: string,
  mode: 'check' | 'apply',
  timeoutMilliseconds?: number,
): Promise<void> {
  if (mode === 'apply') {
    await migrate({ databaseUrl });
    return;
  }
  const { pending } = await migrationStatus({
    databaseUrl,
    ...(timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds }),
  });
  if (pending.length > 0) {
    throw new Error(
      `The database lacks ${pending.length} migration(s), from "${pending[0]}" on. Run "identity-server migrate".`,
    );
  }
}
