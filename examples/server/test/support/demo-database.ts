import { createIdentityServer, migrate, seed, users } from '@org/identity-server';
import { useQuickHashes } from '@org/identity-testing';
import { demoData } from '../../src/demo-data.js';

useQuickHashes();

/** The secret of every test server; keys in the database are encrypted with it. */
export const testSecret = 'a secret for tests only, of more than 32 characters';

/** As long as a machine may take that runs many tests at once. */
export const patientTimeouts = { connection: 30_000, lock: 30_000, statement: 30_000, idleInTransaction: 30_000 };

/** Brings a database to where a test server begins: migrated, with demo data and keys. Making those takes a second. */
export async function prepareDemoDatabase(databaseUrl: string): Promise<void> {
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: demoData });
  const issuer = 'http://localhost:3000';
  const identity = await createIdentityServer({ issuer, databaseUrl, secret: testSecret, plugins: [users()] });
  await identity.close();
}
