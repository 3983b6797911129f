import { join } from 'node:path';
import { startPostgres } from '@org/identity-dev-postgres';
import { migrate } from '@org/identity-server';
import type { ServerEnvironment } from './environment.js';

/**
 * Opens and migrates the database of `DATABASE_URL` or, without it, the embedded one in `DATA_DIR`. The `identity-server`
 * command finds the embedded database by the file `database-url`.
 */
export async function openConfiguredDatabase(
  environment: ServerEnvironment,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (environment.databaseUrl) {
    await migrate({ databaseUrl: environment.migrationUrl ?? environment.databaseUrl });
    return { url: environment.databaseUrl, stop: () => Promise.resolve() };
  }
  const { dataDirectory } = environment;
  const postgres = await startPostgres({
    directory: join(dataDirectory, 'postgres'),
    urlFile: join(dataDirectory, 'database-url'),
  });
  try {
    await migrate({ databaseUrl: postgres.url });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: postgres.url, stop: () => postgres.stop() };
}
