import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRouter, errorBoundary, silentLogger } from '@org/identity-core';
import {
  createIdentityServer,
  type IdentityServerOptions,
  licensing,
  type SsoProvider,
  tenants,
  users,
} from '@org/identity-server';
import Koa from 'koa';
import { openDatabase } from './database.js';
import { plans } from './plans-plugin.js';
import { projectRoutes } from './projects.js';
import type { HostSettings } from './settings.js';

export interface RunningHost {
  port: number;
  /** Finishes the requests in flight, then closes everything. */
  stop(): Promise<void>;
}

/** Options that environment variables cannot hold. */
export interface HostParts extends Pick<IdentityServerOptions, 'mail' | 'allowPrivateNetworks'> {
  sso?: readonly SsoProvider[];
}

/** Starts the app with the embedded identity server. */
export async function startHost(settings: HostSettings, { sso = [], ...parts }: HostParts = {}): Promise<RunningHost> {
  const { issuer, databaseUrl, secret, trustedProxies } = settings;
  const db = openDatabase(databaseUrl);
  const identity = await createIdentityServer({
    issuer,
    databaseUrl,
    secret,
    trustedProxies,
    plugins: [users({ registration: 'open', sso }), tenants(), licensing(), plans()],
    ...parts,
  });

  // Koa must trust X-Forwarded-For and X-Forwarded-Proto only if a proxy sets them.
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.use(identity.middleware());
  app.use(errorBoundary(silentLogger));
  app.use(createRouter(projectRoutes(db), identity.authenticate));
  app.use((ctx) => {
    if (ctx.path !== '/') return;
    ctx.cookies.set('visited', 'yes', { httpOnly: true, sameSite: 'lax', secure: ctx.secure });
    ctx.body = { app: 'projects', account: `${issuer}/account`, seenAs: { ip: ctx.ip, protocol: ctx.protocol } };
  });

  const server = createServer(app.callback());
  // Longer than the minute for which proxies keep an idle connection. Otherwise this server could close a connection just as
  // the proxy sends the next request.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await identity.close();
      await db.$disconnect();
    },
  };
}
