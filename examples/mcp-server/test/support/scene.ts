import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { testSecret } from '@org/identity-example-server/test/demo-database';
import { freePort, startProcess } from '@org/identity-example-server/test/server-process';
import { secretOf } from '@org/identity-example-server/test/sign-in';
import { seed } from '@org/identity-server';
import { createMcpApp } from '../../src/create-mcp-app.js';
import { certificate, privateKey } from './certificate.js';

export const crm = '019a0000-0000-7000-8000-0000000000a1';

/** Where agents get their codes. Nothing listens there: the test reads the code off the redirect. */
export const callback = 'http://127.0.0.1:33418/callback';

export interface Scene {
  readonly issuer: string;
  readonly databaseUrl: string;
  /** The URL of the MCP server. */
  readonly resource: string;
  /** The id of a client that has a metadata document there. */
  readonly documentUrl: string;
  stop(): Promise<void>;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * The example server with agents let in, the MCP server, and a site with the metadata document of an agent. The identity
 * server is a process of its own, because it has to trust the certificate of that site.
 */
export async function startScene(): Promise<Scene> {
  const database = await createTestDatabase({ withDemoData: true });
  const folder = await mkdtemp(join(tmpdir(), 'mcp-server-'));
  const certificateFile = join(folder, 'certificate.pem');
  await writeFile(certificateFile, certificate);

  const site = createHttpsServer({ cert: certificate, key: privateKey });
  const documentUrl = `https://127.0.0.1:${await listen(site)}/agent.json`;
  const document = {
    client_id: documentUrl,
    client_name: 'Test agent',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  site.on('request', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document));
  });

  const mcp = createServer();
  const resource = `http://127.0.0.1:${await listen(mcp)}/mcp`;
  await seed({
    databaseUrl: database.url,
    data: {
      apis: [
        {
          identifier: resource,
          name: 'CRM tools',
          open: true,
          scopes: [
            { name: 'contacts:read', description: 'Read the contacts' },
            { name: 'contacts:write', description: 'Add contacts' },
          ],
        },
      ],
    },
  });
  const port = await freePort();
  const server = await startProcess({
    PORT: String(port),
    DATABASE_URL: database.url,
    IDENTITY_SECRET: testSecret,
    SEED_DEMO: 'false',
    OAUTH_FEATURES: 'client-id-metadata-documents,dynamic-registration',
    NODE_EXTRA_CA_CERTS: certificateFile,
  });
  const issuer = `http://localhost:${port}`;
  mcp.on(
    'request',
    createMcpApp({
      issuer,
      resource,
      applicationId: crm,
      credentials: { clientId: 'platform-machine', clientSecret: secretOf('platform-machine') },
      cacheSeconds: 0,
    }),
  );
  return {
    issuer,
    databaseUrl: database.url,
    resource,
    documentUrl,
    async stop() {
      await Promise.all([closed(mcp), closed(site)]);
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}
