import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { loadKeys } from '@org/identity-runtime/keys/load-keys';
import { seed } from '../../src/index.js';
import { addKey, keySecret } from './stored-keys.js';

export interface CliDatabase extends OpenDatabase {
  readonly url: string;
}

/** Opens a new database with a tenant, its owner, a client, an application and a signing key. */
export async function openCliDatabase(): Promise<CliDatabase> {
  const { url, drop } = await createTestDatabase();
  await seed({
    databaseUrl: url,
    data: {
      applications: [{ name: 'Shop' }],
      users: [{ email: 'ann@people.test', password: 'a long first passphrase' }],
      tenants: [{ slug: 'acme', name: 'Acme', members: [{ email: 'ann@people.test', role: 'owner' }] }],
      clients: [{ id: 'spa', name: 'SPA', type: 'SPA', redirectUris: ['https://app.example/callback'] }],
    },
  });
  const opened = openDatabase({ databaseUrl: url, poolSize: 3 });
  const close = async () => {
    await opened.close();
    await drop();
  };
  await addKey(opened.db);
  await loadKeys(opened.db, keySecret);
  return { ...opened, url, close };
}

/** The environment of the commands. */
export const environmentOf = ({ url }: CliDatabase) => ({ DATABASE_URL: url, IDENTITY_SECRET: keySecret });
