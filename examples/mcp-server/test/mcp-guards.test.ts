import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { createMcpApp } from '../src/create-mcp-app.js';

const server = createServer();
let resource: string;

test.before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  resource = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  // Nobody gets as far as the identity server in these tests.
  const credentials = { clientId: 'a-machine', clientSecret: 'a-secret' };
  server.on('request', createMcpApp({ issuer: 'http://127.0.0.1:1', resource, applicationId: 'an-id', credentials }));
});
test.after.always(() => {
  server.closeAllConnections();
  server.close();
});

const call = (headers: Record<string, string> = {}) =>
  fetch(resource, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });

test('without a token the response leads to the metadata, and the metadata to the identity server', async (t) => {
  const response = await call();
  t.is(response.status, 401);
  const [, metadataUrl = ''] =
    /resource_metadata="([^"]+)"/u.exec(response.headers.get('www-authenticate') ?? '') ?? [];
  t.is(metadataUrl, resource.replace('/mcp', '/.well-known/oauth-protected-resource/mcp'));
  t.deepEqual(await (await fetch(metadataUrl)).json(), {
    resource,
    authorization_servers: ['http://127.0.0.1:1'],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
    scopes_supported: ['contacts:read', 'contacts:write'],
    resource_name: 'CRM tools',
  });
});

test('pages of other sites, other paths and unknown keys get nowhere', async (t) => {
  t.is((await call({ origin: 'https://evil.example' })).status, 403);
  t.is((await fetch(`${new URL(resource).origin}/other`)).status, 404);
  // The keys of the identity server cannot be fetched.
  t.is((await call({ authorization: 'Bearer e30.e30.e30' })).status, 401);
});
