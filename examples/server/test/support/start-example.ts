import { createTestDatabase } from '@org/identity-dev-postgres';
import type { ExecutionContext } from 'ava';
import { readEnvironment } from '../../src/environment.js';
import { startServer } from '../../src/start-server.js';
import { testSecret } from './demo-database.js';
import { freePort } from './server-process.js';

/** The example server on a database of its own, as `npm start` begins. Returns its URL. */
export async function startExample(
  t: ExecutionContext,
  variables: Readonly<Record<string, string>> = {},
  { withDemoData = true } = {},
): Promise<string> {
  const database = await createTestDatabase(withDemoData ? { withDemoData } : {});
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer(
    readEnvironment({
      PORT: port,
      ISSUER: url,
      DATABASE_URL: database.url,
      IDENTITY_SECRET: testSecret,
      LOG_LEVEL: 'silent',
      ...(withDemoData ? {} : { SEED_DEMO: 'false' }),
      ...variables,
    }),
  );
  t.teardown(async () => {
    await server.stop();
    await database.drop();
  });
  return url;
}
