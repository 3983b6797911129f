import type { IdentityPlugin, PluginServices } from '@org/identity-prisma';
import type { Composed } from '../../compose.js';
import type { Opened } from '../../open.js';
import type { Invocation } from '../line/command.js';
import { providersOf } from './environment-providers.js';
import { databaseUrlOf, secretsOfCommand } from './open-command-database.js';

/** What a command has that needs the plugins: the database, and what they offer. */
export interface CommandServer {
  readonly db: Opened['db'];
  readonly events: Composed['events'];
  readonly services: Readonly<PluginServices>;
}

/** Only links in mails need the real one. */
const noIssuer = 'http://localhost';

/**
 * Opens the database with the plugins of the host, or else those that the package contains, without serving requests. Their
 * subscribers run as in a server; mail stays queued, and the servers send it. Throws if the secret is not that of the servers.
 */
export async function withPlugins<Result>(
  invocation: Invocation,
  { issuer = noIssuer }: { issuer?: string | undefined },
  work: (server: CommandServer) => Promise<Result>,
): Promise<Result> {
  const [databaseUrl, [secret, ...otherSecrets], plugins] = await Promise.all([
    databaseUrlOf(invocation),
    secretsOfCommand(invocation),
    invocation.plugins ?? ownPlugins(invocation),
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
      return await work({ db: opened.db, events, services: composition.services });
    } finally {
      await composition.close();
    }
  } finally {
    await opened.closeDatabase();
  }
}

/** Those of the example server that commands need, with its environment. */
async function ownPlugins({ environment }: Invocation): Promise<IdentityPlugin[]> {
  const [{ users }, { tenants }, { licensing }] = await Promise.all([
    import('@org/identity-users'),
    import('@org/identity-tenants'),
    import('@org/identity-licensing'),
  ]);
  return [users({ sso: await providersOf(environment) }), tenants(), licensing()];
}
