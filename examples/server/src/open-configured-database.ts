import { join } from 'node:path';
import { type IdentityServerOptions, migrate } from '@org/identity-server';
import type { ServerEnvironment } from './environment.js';

/**
 * Opens and migrates the database of `DATABASE_URL` or, without it, the embedded one in `DATA_DIR`. The `identity-server`
 * command finds the embedded database by the file `database-url`.
 */
export async function openConfiguredDatabase(
  environment: ServerEnvironment,
  plugins: IdentityServerOptions['plugins'] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  if (environment.databaseUrl) {
    await migrate({ databaseUrl: environment.migrationUrl ?? environment.databaseUrl, plugins });
    return { url: environment.databaseUrl, stop: () => Promise.resolve() };
  }
  const { startPostgres } = await loadEmbeddedPostgres();
  const { dataDirectory } = environment;
  const postgres = await startPostgres({
    directory: join(dataDirectory, 'postgres'),
    urlFile: join(dataDirectory, 'database-url'),
  });
  try {
    await migrate({ databaseUrl: postgres.url, plugins });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: postgres.url, stop: () => postgres.stop() };
}

/** Loaded only if it is needed: an installation for production does not have it. */
async function loadEmbeddedPostgres() {
  try {
    return await import('@org/identity-dev-postgres');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'DATABASE_URL is missing, and this installation has no embedded PostgreSQL. Set the URL of your PostgreSQL.',
    );
  }
}
