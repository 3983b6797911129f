import { textOf } from '@org/identity-core/commands';
import type { CommandDatabase, EventBus, OpenDatabase } from '@org/identity-prisma';
import { secretsOfCommand, withDatabase } from './database/open-command-database.js';
import { withPlugins } from './database/open-command-server.js';
import { declarePlugins } from './declare-plugins.js';
import type { Given, ServerTools } from './line/command.js';

/** What every command is given to work with. Each tool imports what it needs when it is used. */
export function commandTools(given: Given): Omit<ServerTools, 'plugins'> {
  return {
    withDatabase: async (work) => {
      await declarePlugins(given.plugins);
      return withDatabase(given, async (opened) => work(await commandDatabase(given, opened)));
    },
    withServer: (options, work) =>
      withPlugins(given, options, async ({ services, ...opened }) =>
        work({ ...(await commandDatabase(given, opened)), services }),
      ),
    issuer: () => issuerOf(given),
    async openVault() {
      const [{ createVault }, secrets] = await Promise.all([import('../keys/secrets.js'), secretsOfCommand(given)]);
      return createVault(secrets);
    },
  };
}

async function commandDatabase(
  given: Given,
  { db, pool, events }: Pick<OpenDatabase, 'db' | 'pool'> & { readonly events: EventBus },
): Promise<CommandDatabase> {
  const { createCatalogue } = await import('../catalogue/catalogue.js');
  return {
    db,
    pool,
    events,
    async findUser(emailOrId) {
      const { findUser } = await import('@org/identity-users');
      return findUser(db, emailOrId);
    },
    async signerOf(issuer) {
      const [{ createSigner }, { loadKeys }] = await Promise.all([
        import('../keys/signer.js'),
        import('../keys/load-keys.js'),
      ]);
      const keys = await loadKeys(db, await secretsOfCommand(given));
      return createSigner({ db, issuer, keys: () => keys });
    },
    catalogue: createCatalogue({ db, events }),
  };
}

async function issuerOf({ values, environment }: Given): Promise<string | undefined> {
  const given = textOf(values, 'issuer') ?? environment['ISSUER'];
  if (!given) return undefined;
  const { ServerSettings } = await import('../options.js');
  const issuer = ServerSettings.shape.issuer.safeParse(given.replace(/\/$/u, ''));
  if (!issuer.success) throw new Error(`The issuer ${issuer.error.issues[0]?.message}: ${given}`);
  return issuer.data;
}
