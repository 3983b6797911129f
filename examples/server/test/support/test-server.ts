import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@org/identity-dev-postgres';
import {
  createIdentityServer,
  type IdentityServer,
  type IdentityServerOptions,
  licensing,
  notFound,
  tenants,
  users,
} from '@org/identity-server';
import { Mailbox } from '@org/identity-testing/mailbox';
import Koa from 'koa';
import { health } from '../../src/health.js';
import { type ApiContract, apiContract } from './api-contract.js';
import { patientTimeouts, testSecret } from './demo-database.js';
import { keepLog } from './kept-log.js';

export { testSecret } from './demo-database.js';

export interface TestServer {
  issuer: string;
  databaseUrl: string;
  identity: IdentityServer;
  mailbox: Mailbox;
  /** Every answer of the JSON API is held against its description; `stop` fails if one did not fit. */
  contract: ApiContract;
  stop(): Promise<void>;
}

/** A server on a database of its own with the demo data, on a free port of the loopback address. */
export async function startTestServer(
  options: Partial<
    Pick<
      IdentityServerOptions,
      | 'requireNonce'
      | 'refreshGraceSeconds'
      | 'allowPlainPkce'
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
      | 'allowInnerAddresses'
      | 'apiDocs'
      | 'poolSize'
      | 'platformConsole'
      | 'databaseTimeouts'
    >
  > & { hostname?: string; through?: (databaseUrl: string) => Promise<{ url: string; stop(): Promise<void> }> } = {},
): Promise<TestServer> {
  const database = await createTestDatabase({ withDemoData: true });
  const server = createServer();
  // On a busy machine the end of an idle connection would cross the next request on it.
  server.keepAliveTimeout = 0;
  // Listening comes first: the port is part of the issuer.
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
    allowInnerAddresses: true,
    // Tests of the timeouts set their own.
    databaseTimeouts: patientTimeouts,
    plugins: [users(), tenants(), licensing()],
    ...settings,
    logger: keepLog(settings.logger),
  });
  const app = new Koa();
  // Tests break off requests; Koa would print each.
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
