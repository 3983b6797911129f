import type { EventBus, OpenDatabase } from '@org/identity-prisma';
import type { SecretList } from '@org/identity-runtime/keys/secrets';
import { variableOrFile } from '@org/identity-runtime/variable-or-file';
import type { Given } from '../line/command.js';
import { findDevelopmentSecret, findEmbeddedDatabase } from './data-folder.js';

/** The database of a command: the given one, or else the embedded one of the example server. */
export async function databaseUrlOf({ values, environment }: Pick<Given, 'values' | 'environment'>): Promise<string> {
  const url = values['database-url'] || variableOrFile(environment, 'DATABASE_URL');
  if (typeof url === 'string') {
    if (!/^postgres(ql)?:/u.test(url) || !URL.canParse(url))
      throw new Error('DATABASE_URL must be a postgresql:// URL.');
    return url;
  }
  const embedded = await findEmbeddedDatabase(environment);
  if (embedded === undefined) {
    throw new Error(
      'DATABASE_URL is missing: set it, pass --database-url, or start the example server (npm start) to use its database.',
    );
  }
  return embedded;
}

/** The server's secrets, which are never on the command line. In development, the one that the example server created. */
export async function secretsOfCommand({ environment }: Pick<Given, 'environment'>): Promise<SecretList> {
  const secret = variableOrFile(environment, 'IDENTITY_SECRET') ?? (await findDevelopmentSecret(environment));
  if (!secret) throw new Error('IDENTITY_SECRET is missing: set it to the secret that the servers are started with.');
  const [{ splitSecrets }, { ServerSettings }] = await Promise.all([
    import('@org/identity-runtime/keys/secrets'),
    import('@org/identity-runtime/options'),
  ]);
  const others = ServerSettings.shape.otherSecrets.safeParse(
    splitSecrets(variableOrFile(environment, 'IDENTITY_OTHER_SECRETS')),
  );
  if (!others.success) throw new Error(`IDENTITY_OTHER_SECRETS ${others.error.issues[0]?.message}.`);
  return [secret, ...(others.data ?? [])];
}

/**
 * Opens the database, runs the work and closes it. Throws if migrations are missing. The event subscribers of the server and
 * of the program's plugins run here as well: a deleted tenant loses its seats and grants.
 */
export async function withDatabase<Result>(
  given: Given,
  work: (services: Pick<OpenDatabase, 'db' | 'pool'> & { events: EventBus }) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = await databaseUrlOf(given);
  const [{ commandName, createEventBus, openDatabase }, ...modules] = await Promise.all([
    import('@org/identity-prisma'),
    import('@org/identity-runtime/provider/end-rights'),
    import('@org/identity-runtime/require-migrations'),
  ]);
  const [{ endRights }, { requireMigrations }] = modules;
  await requireMigrations({ databaseUrl, plugins: given.plugins ?? [] }, 'check');
  const { db, pool, close } = openDatabase({ databaseUrl, poolSize: 2, applicationName: commandName });
  const events = createEventBus();
  try {
    events.subscribe([...endRights, ...(await given.program.subscribers({ events }))]);
    return await work({ db, pool, events });
  } finally {
    await close();
  }
}
