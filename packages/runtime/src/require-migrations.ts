import { type MigratedPlugin, migrate, migrationStatus } from '@org/identity-prisma';

interface MigratedServer {
  databaseUrl: string;
  /** Those with tables of their own have migrations as well. */
  plugins: readonly MigratedPlugin[];
}

/**
 * Throws unless the database can be reached and has every migration. Mode `apply` adds the missing ones first. With
 * `readiness`, also throws if the database cannot write, such as a primary that became a standby.
 */
export async function requireMigrations(
  { databaseUrl, plugins }: MigratedServer,
  mode: 'check' | 'apply',
  readiness?: { timeoutMilliseconds: number },
): Promise<void> {
  const { pending } = await migrationStatus({
    databaseUrl,
    plugins: plugins.some(({ declares }) => declares?.migrations) ? plugins : undefined,
    ...(readiness && { timeoutMilliseconds: readiness.timeoutMilliseconds, requireWritable: true }),
  });
  if (pending.length === 0) return;
  if (mode === 'check') throw new Error(describeMissing(pending));
  await migrate({ databaseUrl, plugins });
}

function describeMissing(pending: readonly string[]): string {
  const missing = `The database lacks ${pending.length} migration(s), from "${pending[0]}" on.`;
  // The command of the package knows no plugins of hosts.
  const own = pending[0]?.includes('/') ? ' with the plugins of this server: by "runCommands" or "migrate"' : '';
  return `${missing} Run "identity-server migrate"${own}.`;
}
