import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityServer, type IdentityServerOptions, licensing, tenants, users } from '@org/identity-server';
import Koa from 'koa';
import { longTimeouts, testSecret } from './demo-database.js';

// A process beside a test server, with the same database and issuer. It prints its URL, and ends when its input ends.
const [databaseUrl = '', issuer = '', options = '{}'] = process.argv.slice(2);
const identity = await createIdentityServer({
  issuer,
  databaseUrl,
  secret: testSecret,
  keys: { pollSeconds: 1 },
  databaseTimeouts: longTimeouts,
  plugins: [users(), tenants(), licensing()],
  ...(JSON.parse(options) as Partial<IdentityServerOptions>),
});
const app = new Koa();
app.use(identity.middleware());
const server = createServer(app.callback());
server.keepAliveTimeout = 0;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);

process.stdin.resume().on('end', async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  await identity.close();
});
