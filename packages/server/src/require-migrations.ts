import { migrate, migrationStatus } from '@org/identity-prisma';

/**
 * Throws unless the database can be reached and has every migration. Mode `apply` adds the missing ones first. With
 * `readiness`, also throws if the database cannot write, such as a primary that became a standby.
 */
export async function requireMigrations(
  databaseUrl: string,
  mode: 'check' | 'apply',
  readiness?: { timeoutMilliseconds: number },
): Promise<void> {
  if (mode === 'apply') {
    await migrate({ databaseUrl });
    return;
  }
  const { pending } = await migrationStatus({
    databaseUrl,
    ...(readiness && { timeoutMilliseconds: readiness.timeoutMilliseconds, requireWritable: true }),
  });
  if (pending.length > 0) {
    throw new Error(
      `The database lacks ${pending.length} migration(s), from "${pending[0]}" on. Run "identity-server migrate".`,
    );
  }
}
