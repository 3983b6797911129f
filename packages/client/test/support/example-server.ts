import { createTestDatabase } from '@org/identity-dev-postgres';
import { readEnvironment, startServer } from '@org/identity-example-server';
import { testSecret } from '@org/identity-example-server/test/demo-database';
import { freePort } from '@org/identity-example-server/test/server-process';

/** The example server with its demo data, on its own database. */
export async function startExampleServer(): Promise<{ issuer: string; stop(): Promise<void> }> {
  const database = await createTestDatabase({ withDemoData: true });
  const server = await startServer(
    readEnvironment({
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      IDENTITY_SECRET: testSecret,
      SEED_DEMO: 'false',
      LOG_LEVEL: 'error',
    }),
  );
  return {
    issuer: server.issuer,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}
