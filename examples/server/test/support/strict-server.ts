import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityServer } from '@org/identity-server';
import Koa from 'koa';
import { type ApiContract, apiContract } from './api-contract.js';
import { longTimeouts, testSecret } from './demo-database.js';
import { allPlugins, type TestServer } from './test-server.js';

export interface StrictServer {
  /** Where it listens. Its issuer is that of the other server. */
  url: string;
  contract: ApiContract;
  stop(): Promise<void>;
}

/** Starts a server beside a test server that requires a second factor of super admins. Tokens and sessions are valid at both. */
export async function startStrictServer({ issuer, databaseUrl }: TestServer): Promise<StrictServer> {
  const identity = await createIdentityServer({
    issuer,
    databaseUrl,
    secret: testSecret,
    allowPrivateNetworks: true,
    databaseTimeouts: longTimeouts,
    superAdminSecondFactor: true,
    plugins: allPlugins(),
  });
  const app = new Koa();
  app.use(identity.middleware());
  const server = createServer();
  server.keepAliveTimeout = 0;
  const contract = apiContract(identity.openApi);
  server.on('request', contract.watch);
  server.on('request', app.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contract,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await identity.close();
    },
  };
}
