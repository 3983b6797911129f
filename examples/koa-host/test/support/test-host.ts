import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { testSecret } from '@org/identity-example-server/test/demo-database';
import { freePort } from '@org/identity-example-server/test/server-process';
import { migrate } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import pg from 'pg';
import { plans } from '../../src/plans-plugin.js';
import type { HostSettings } from '../../src/settings.js';
import { type HostParts, startHost } from '../../src/start-host.js';

export interface TestHost {
  issuer: string;
  /** The origin of the app itself. */
  origin: string;
  databaseUrl: string;
  mailbox: Mailbox;
  stop(): Promise<void>;
}

// dist/test/support → the folder of the example
const migration = new URL('../../../prisma/migrations/20261115070000_projects/migration.sql', import.meta.url);

/** Adds the tables of the app, as `prisma migrate deploy` does, and that of its plugin. */
async function addAppTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(await readFile(migration, 'utf8'));
  await client.end();
  await migrate({ databaseUrl, plugins: [plans()] });
}

/** Starts the app on a new database with demo data and the tables of the app. */
export async function startTestHost(
  options: { path?: string } & Pick<HostParts, 'sso'> & Partial<Pick<HostSettings, 'issuer' | 'trustedProxies'>> = {},
): Promise<TestHost> {
  const database = await createTestDatabase({ withDemoData: true });
  await addAppTables(database.url);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { path = '', issuer = `${origin}${path}`, trustedProxies = 0, sso = [] } = options;
  const mailbox = new Mailbox();
  const settings = { port, issuer, databaseUrl: database.url, secret: testSecret, trustedProxies };
  const host = await startHost(settings, { mail: mailbox, sso, allowPrivateNetworks: true });
  return {
    issuer,
    origin,
    databaseUrl: database.url,
    mailbox,
    async stop() {
      await host.stop();
      await database.drop();
    },
  };
}
