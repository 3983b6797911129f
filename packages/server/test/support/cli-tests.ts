import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import test from 'ava';
import { seed } from '../../src/index.js';
import { loadKeys } from '../../src/keys/load-keys.js';
import { addKey, keySecret } from './stored-keys.js';

// The tests run one after the other: each command opens its own connections.
export let database: TestDatabase & OpenDatabase;
/** The environment of the commands. */
export let environment: Record<string, string>;
test.before(async () => {
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
  const opened = openDatabase({ databaseUrl: url });
  const close = async () => {
    await opened.close();
    await drop();
  };
  database = { ...opened, url, drop, close };
  await addKey(opened.db);
  await loadKeys(opened.db, keySecret);
  environment = { DATABASE_URL: url, IDENTITY_SECRET: keySecret };
});
test.after.always(() => database?.close());

/** The events about a subject, oldest first. */
export const eventsAbout = async (subjectId: string) =>
  database.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
/** The actor of events that a command causes. */
export const byCommand = { actorKind: 'system', actorId: 'cli' };
