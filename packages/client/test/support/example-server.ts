import { createServer } from 'node:net';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { readEnvironment, startServer } from '@org/identity-example-server';

/** The example server with its demo data, on a database of its own. */
export async function startExampleServer(): Promise<{ issuer: string; stop(): Promise<void> }> {
  const database = await createTestDatabase({ withDemoData: true });
  const server = await startServer(
    readEnvironment({
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      // What the keys of the demo database are encrypted with.
      IDENTITY_SECRET: 'a secret for tests only, of more than 32 characters',
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
