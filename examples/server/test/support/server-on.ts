import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createIdentityServer,
  type IdentityServer,
  type IdentityServerOptions,
  licensing,
  tenants,
  users,
} from '@org/identity-server';
import Koa from 'koa';
import { longTimeouts, testSecret } from './demo-database.js';
import { keepLog } from './kept-log.js';

export interface ServerOn {
  issuer: string;
  identity: IdentityServer;
  stop(): Promise<void>;
}

/** Starts a server on an existing database, on a fixed port: after a restore, the issuer is the same. */
export async function startServerOn(
  databaseUrl: string,
  {
    port,
    mail,
    plugins = [users(), tenants(), licensing()],
  }: { port: number; mail: NonNullable<IdentityServerOptions['mail']>; plugins?: IdentityServerOptions['plugins'] },
): Promise<ServerOn> {
  const issuer = `http://127.0.0.1:${port}`;
  const identity = await createIdentityServer({
    issuer,
    mail,
    databaseUrl,
    secret: testSecret,
    databaseTimeouts: longTimeouts,
    plugins,
    logger: keepLog(),
  });
  const app = new Koa();
  app.use(identity.middleware());
  const server = createServer(app.callback()).listen(port, '127.0.0.1');
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  return {
    issuer,
    identity,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await identity.close();
    },
  };
}
