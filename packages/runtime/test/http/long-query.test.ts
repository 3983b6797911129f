import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { licensing } from '@org/identity-licensing';
import { tenants } from '@org/identity-tenants';
import { users } from '@org/identity-users';
import test from 'ava';
import Koa from 'koa';
import { createIdentityServer } from '../../src/index.js';

let server: Server;
let stop: () => Promise<void>;
test.before(async () => {
  const database = await createTestDatabase();
  const identity = await createIdentityServer({
    issuer: 'http://localhost:3000',
    databaseUrl: database.url,
    secret: 'a secret for tests only, of more than 32 characters',
    plugins: [users(), tenants(), licensing()],
  });
  const app = new Koa();
  app.use(identity.middleware());
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await identity.close();
    await database.drop();
  };
});
test.after.always(() => stop?.());

/** Returns the best of five times in milliseconds, because machines are noisy. */
async function timeOf(path: string, query: string): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}?${query}`, { redirect: 'manual' });
    await response.text();
    times.push(performance.now() - start);
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}.`);
  }
  return Math.min(...times);
}

const length = 15_000;
const queries: [string, string][] = [
  ['one parameter thousands of times', 'a&'.repeat(length / 2)],
  ['thousands of parameters', Array.from({ length: 3_500 }, (_, index) => index.toString(36)).join('&')],
];
for (const [title, query] of queries) {
  for (const path of ['/api/oauth/jwks', '/oauth/authorize']) {
    // Serial because the tests measure time: the server handles no other request while it reads a query.
    test.serial(`a query with ${title} costs about as much as one long parameter: ${path}`, async (t) => {
      const plain = await timeOf(path, `a=${'x'.repeat(length)}`);
      const many = await timeOf(path, query);
      t.true(many < 10 * plain + 25, `${Math.round(many)} ms instead of ${Math.round(plain)} ms`);
    });
  }
}
