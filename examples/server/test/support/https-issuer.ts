import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@org/identity-dev-postgres';
import {
  createIdentityServer,
  type IdentityServer,
  type IdentityServerOptions,
  notFound,
  tenants,
  users,
} from '@org/identity-server';
import Koa from 'koa';
import { longTimeouts, testSecret } from './demo-database.js';

export interface HttpsIssuer {
  issuer: string;
  /** The port of the server: plain http, as behind a proxy that ends TLS. */
  port: number;
  identity: IdentityServer;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts a server that browsers reach over https through a proxy, on its own database with the demo data. */
export async function startHttpsIssuer(
  productName: string,
  options: Partial<
    Pick<IdentityServerOptions, 'plugins' | 'allowPrivateNetworks' | 'hstsSeconds' | 'platformConsole'>
  > = {},
): Promise<HttpsIssuer> {
  const issuer = 'https://id.example.test';
  const database = await createTestDatabase({ withDemoData: true });
  const identity = await createIdentityServer({
    issuer,
    databaseUrl: database.url,
    secret: testSecret,
    plugins: [users(), tenants()],
    brand: { productName },
    databaseTimeouts: longTimeouts,
    ...options,
  });
  const app = new Koa();
  app.use(identity.middleware());
  app.use(notFound(identity));
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    issuer,
    port: (server.address() as AddressInfo).port,
    identity,
    databaseUrl: database.url,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await identity.close();
      await database.drop();
    },
  };
}
