import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityServer, type IdentityServerOptions } from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import Koa from 'koa';
import { longTimeouts, testSecret } from './demo-database.js';
import { keepLog } from './kept-log.js';
import type { TestServer } from './test-server.js';

export interface HostBeside {
  /** The same URL at this host, as a load balancer would send it there. */
  at(url: URL): URL;
  stop(): Promise<void>;
}

/** Starts a second host on the database of a server, with its issuer. They share nothing in memory. */
export async function startHostBeside(
  { databaseUrl, issuer }: Pick<TestServer, 'databaseUrl' | 'issuer'>,
  plugins: IdentityServerOptions['plugins'],
): Promise<HostBeside> {
  const identity = await createIdentityServer({
    issuer,
    mail: new Mailbox(),
    databaseUrl,
    secret: testSecret,
    allowPrivateNetworks: true,
    databaseTimeouts: longTimeouts,
    plugins,
    logger: keepLog(),
  });
  const app = new Koa();
  app.use(identity.middleware());
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    at: ({ pathname, search }) => new URL(pathname + search, origin),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await identity.close();
    },
  };
}
