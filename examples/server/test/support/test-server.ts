import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connections } from '@org/identity-connections';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { scim } from '@org/identity-scim';
import {
  createIdentityServer,
  type IdentityServer,
  type IdentityServerOptions,
  licensing,
  notFound,
  tenants,
  users,
  webhooks,
} from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import Koa from 'koa';
import { health } from '../../src/health.js';
import { type ApiContract, apiContract } from './api-contract.js';
import { longTimeouts, testSecret } from './demo-database.js';
import { keepLog } from './kept-log.js';

export { testSecret } from './demo-database.js';

export interface TestServer {
  issuer: string;
  databaseUrl: string;
  identity: IdentityServer;
  mailbox: Mailbox;
  /** Checks every response of the JSON API against its description; `stop` fails if one did not match. */
  contract: ApiContract;
  stop(): Promise<void>;
}

/** Nothing listens there: tests with records have a DNS server of their own. */
const noServer = '127.0.0.1:9';

/** Every plugin that the example server has. */
export const allPlugins = ({ dnsServers = [noServer] }: { dnsServers?: string[] } = {}) => [
  users(),
  tenants(),
  licensing(),
  webhooks(),
  connections({ dnsServers }),
  scim(),
];

/** Starts a server on its own database with the demo data, on a free port of 127.0.0.1. */
export async function startTestServer(
  options: Partial<
    Pick<
      IdentityServerOptions,
      | 'requireNonce'
      | 'refreshGraceSeconds'
      | 'allowPlainPkce'
      | 'clientIdMetadataDocuments'
      | 'dynamicRegistration'
      | 'privateSchemes'
      | 'deviceFlow'
      | 'pushedAuthorizationRequests'
      | 'dPoP'
      | 'privateKeyJwt'
      | 'tokenExchange'
      | 'lifetimes'
      | 'keys'
      | 'logger'
      | 'trustedProxies'
      | 'limits'
      | 'brand'
      | 'plugins'
      | 'audience'
      | 'accessTokenAlgorithm'
      | 'preparedStatements'
      | 'mail'
      | 'allowPrivateNetworks'
      | 'apiDocs'
      | 'poolSize'
      | 'platformConsole'
      | 'superAdminSecondFactor'
      | 'databaseTimeouts'
    >
  > & { hostname?: string; through?: (databaseUrl: string) => Promise<{ url: string; stop(): Promise<void> }> } = {},
): Promise<TestServer> {
  const database = await createTestDatabase({ withDemoData: true });
  const server = createServer();
  // On a busy machine, the server could close an idle connection just when the next request is sent on it.
  server.keepAliveTimeout = 0;
  // It listens first, because the port is part of the issuer.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { hostname = '127.0.0.1', through, ...settings } = options;
  const way = await through?.(database.url);
  const issuer = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  const mailbox = new Mailbox();
  const identity = await createIdentityServer({
    issuer,
    mail: mailbox,
    databaseUrl: way?.url ?? database.url,
    secret: testSecret,
    allowPrivateNetworks: true,
    // Tests of the timeouts set their own.
    databaseTimeouts: longTimeouts,
    plugins: [users(), tenants(), licensing()],
    // The template has no tables of plugins.
    migrations: 'apply',
    ...settings,
    logger: keepLog(settings.logger),
  });
  const app = new Koa();
  // Tests abort requests, and Koa would print each of them.
  app.on('error', () => undefined);
  app.use(health(identity));
  app.use(identity.middleware());
  app.use(notFound(identity));
  const contract = apiContract(identity.openApi);
  server.on('request', contract.watch);
  server.on('request', app.callback());
  return {
    issuer,
    databaseUrl: database.url,
    identity,
    mailbox,
    contract,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await identity.close();
      await way?.stop();
      await database.drop();
      if (contract.problems.length > 0)
        throw new Error(`The API description does not allow: ${contract.problems.join('\n')}`);
    },
  };
}
