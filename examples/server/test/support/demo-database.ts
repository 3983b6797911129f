import { createIdentityServer, migrate, seed, users } from '@org/identity-server';
import { useQuickHashes } from '@org/identity-testing';
import { demoData } from '../../src/demo-data.js';

useQuickHashes();

/** The secret of every test server. It encrypts the keys in the database. */
export const testSecret = 'a secret for tests only, of more than 32 characters';

/** Long enough for a machine that runs many tests at once. */
export const longTimeouts = { connection: 60_000, lock: 30_000, statement: 30_000, idleInTransaction: 30_000 };

/** Migrates a database and adds demo data and keys, so that a test server can start. Creating the keys takes a second. */
export async function prepareDemoDatabase(databaseUrl: string): Promise<void> {
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: demoData });
  const issuer = 'http://localhost:3000';
  const identity = await createIdentityServer({ issuer, databaseUrl, secret: testSecret, plugins: [users()] });
  await identity.close();
}
