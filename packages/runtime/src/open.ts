import { logWithRequestIds, standardErrorLogger } from '@org/identity-core';
import { createClientChanges, openDatabase, printRuntimeWarning } from '@org/identity-prisma';
import type { IdentityServerOptions } from './identity-server.js';
import { secretsOf } from './keys/secrets.js';
import { createOutages } from './observe/outages.js';
import { readSettings } from './options.js';
import { requireMigrations } from './require-migrations.js';

/** What `open` returns: the settings, the log and the database. */
export type Opened = Awaited<ReturnType<typeof open>>;

/** First step: reads the options and opens the database. Throws if a migration is missing. */
export async function open(options: IdentityServerOptions) {
  printRuntimeWarning();
  const settings = readSettings(withCurrentNames(options));
  const secret = secretsOf(settings);
  const { databaseUrl, plugins } = options;
  const logger = logWithRequestIds(options.logger ?? standardErrorLogger);
  if (options.allowInnerAddresses !== undefined)
    logger.warn({}, 'The option allowInnerAddresses is now called allowPrivateNetworks.');
  await requireMigrations({ databaseUrl, plugins }, options.migrations ?? 'check');
  const outages = createOutages(logger);
  const clientChanges = createClientChanges();
  const { db, pool, requireResponsive, close } = openDatabase({
    databaseUrl,
    poolSize: settings.poolSize,
    preparedStatements: settings.preparedStatements,
    timeouts: settings.databaseTimeouts,
    onConnectionError: (error) => logger.warn({ err: error }, 'database connection lost'),
    onAway: (error) => outages.note(error),
    onBack: () => outages.responds(),
    onConnection: settings.preparedStatements ? clientChanges.listenOn : undefined,
  });
  return {
    settings,
    secret,
    databaseUrl,
    plugins,
    logger,
    outages,
    db,
    pool,
    requireResponsive,
    closeDatabase: close,
    clientChanges,
    apiExamples: options.apiExamples,
  };
}

/** The same options with the current names. Throws if both names of one option are set. */
function withCurrentNames(options: IdentityServerOptions): IdentityServerOptions {
  const { allowInnerAddresses, ...settings } = options;
  if (allowInnerAddresses === undefined) return options;
  if (settings.allowPrivateNetworks !== undefined)
    throw new Error(
      'The option "allowInnerAddresses" is the former name of "allowPrivateNetworks": set only that one.',
    );
  return { ...settings, allowPrivateNetworks: allowInnerAddresses };
}
