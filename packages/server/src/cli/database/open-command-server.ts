import type { EventBus, IdentityPlugin, OpenDatabase, PluginServices } from '@org/identity-prisma';
import type { Given } from '../line/command.js';
import { providersOf } from './environment-providers.js';
import { databaseUrlOf, secretsOfCommand } from './open-command-database.js';

/** What a command has that needs the plugins: the database, and what they offer. */
interface OpenedServer extends Pick<OpenDatabase, 'db' | 'pool'> {
  readonly events: EventBus;
  readonly services: Readonly<PluginServices>;
}

/** Only links in mails need the real one. */
const noIssuer = 'http://localhost';

/**
 * Opens the database with the plugins of the host, or else those that the package contains, without serving requests. Their
 * subscribers run as in a server; mail stays queued, and the servers send it. Throws if the secret is not that of the servers.
 */
export async function withPlugins<Result>(
  given: Given,
  { issuer = noIssuer }: { issuer?: string | undefined },
  work: (server: OpenedServer) => Promise<Result>,
): Promise<Result> {
  const [databaseUrl, [secret, ...otherSecrets], plugins] = await Promise.all([
    databaseUrlOf(given),
    secretsOfCommand(given),
    given.plugins ?? ownPlugins(given),
  ]);
  const [{ open }, { compose }, { readKeys }, { silentLogger }] = await Promise.all([
    import('../../open.js'),
    import('../../compose.js'),
    import('../../keys/load-keys.js'),
    import('@org/identity-core'),
  ]);
  const options = { issuer, secret, otherSecrets, databaseUrl, plugins, poolSize: 4, logger: silentLogger };
  const opened = await open(options);
  try {
    const { composition, events } = compose(opened, options);
    await readKeys(opened.db, opened.secret);
    try {
      return await work({ db: opened.db, pool: opened.pool, events, services: composition.services });
    } finally {
      await composition.close();
    }
  } finally {
    await opened.closeDatabase();
  }
}

/** Those of the package, with the sign-in providers of the example server's environment. */
async function ownPlugins({ environment }: Given): Promise<IdentityPlugin[]> {
  const { builtInPlugins } = await import('../../built-in-plugins.js');
  return builtInPlugins({ sso: await providersOf(environment) });
}
