import test from 'ava';
import * as client from 'openid-client';
import {
  agentCallback,
  agentRequest,
  configureAgent,
  connectAgent,
  type DocumentServer,
  startAgent,
  startDocumentServer,
} from '../support/document-server.js';
import { call } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let documents: DocumentServer;
test.before(async () => {
  documents = await startDocumentServer();
  server = await startTestServer({ clientIdMetadataDocuments: true });
});
test.after.always(async () => {
  await server?.stop();
  await documents?.stop();
});

test('an agent that nobody has registered signs in with the URL of its document, on any port', async (t) => {
  const id = documents.publish('/agent.json');
  const { request, asked, tokens } = await connectAgent(server, id);
  t.true(asked, 'it is a third party');
  t.truthy(tokens.refresh_token);
  t.is(tokens.claims()?.aud, id);
  const again = await client.refreshTokenGrant(request.config, String(tokens.refresh_token));
  t.is((await call(server.issuer, '/api/users/me', again.access_token)).status, 200);
  const elsewhere = { redirect_uri: 'http://localhost:8080/callback' };
  t.truthy((await connectAgent(server, id, elsewhere)).tokens.access_token, 'on localhost, too');
});

test('the client has a row with third-party rights, and an event that the system wrote', async (t) => {
  const id = documents.publish('/row.json', { logo_uri: 'https://evil.example/logo.png', scope: 'tenants:write' });
  await connectAgent(server, id);
  const { db } = server.identity;
  const row = await db.client.findUniqueOrThrow({ where: { id } });
  t.like(row, { source: 'METADATA_DOCUMENT', type: 'SPA', native: true, firstParty: false, requireNonce: false });
  t.deepEqual(row.scopes, ['openid', 'profile', 'email', 'offline_access']);
  t.is(row.logoUri, null);
  t.truthy(row.lastUsedAt);
  const [created, connected, ...more] = await db.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  t.like(created, { type: 'client.created', actorKind: 'system', tenantId: null });
  const { id: tenantId } = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  t.like(connected, { type: 'application.connected', actorKind: 'user', tenantId });
  t.deepEqual(more, []);
});

test('the consent page shows both hosts, warns about programs on this computer, and shows no logo', async (t) => {
  const id = documents.publish('/page.json', { logo_uri: 'https://evil.example/logo.png' });
  const { page } = await startAgent(server, id);
  const { host } = new URL(documents.origin);
  t.regex(page.html, /Helpful Agent/u);
  t.true(page.html.includes(`<strong><bdi>${host}</bdi></strong>`));
  t.true(page.html.includes('This application runs on this computer, at '));
  t.true(page.html.includes('<strong><bdi>127.0.0.1:51234</bdi></strong>'), 'where the user goes next');
  t.false(page.html.includes('logo.png'));
  const german = await startAgent(server, id, { email: 'member@acme.test' });
  t.regex(german.page.html, /Diese Anwendung läuft auf diesem Computer/u);
});

test('the host where the user goes next is on the page of an app and of a web application', async (t) => {
  const app = documents.publish('/app.json', { redirect_uris: ['com.example.agent:/callback'] });
  const { page } = await startAgent(server, app, { redirect_uri: 'com.example.agent:/callback' });
  t.true(page.html.includes('<strong><bdi>com.example.agent</bdi></strong>'));
  t.false(page.html.includes('runs on this computer'));
});

test('the document is read once while its copy is fresh, also by many requests at once', async (t) => {
  const id = documents.publish('/cached.json', {}, { 'cache-control': 'max-age=600' });
  const request = await agentRequest(server.issuer, id);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => fetch(request.url, { redirect: 'manual' }).then(({ status }) => status)),
  );
  t.deepEqual(new Set(responses), new Set([303]));
  await connectAgent(server, id);
  t.is(documents.reads.filter((path) => path === '/cached.json').length, 1);
  const { metadataReadAt, metadataUntil } = await server.identity.db.client.findUniqueOrThrow({ where: { id } });
  t.is(Number(metadataUntil) - Number(metadataReadAt), 600_000);
});

for (const [title, header, seconds] of [
  ['five minutes at least', 'no-store', 300],
  ['a day at most', 'public, max-age=31536000', 86_400],
  ['an hour if its headers say nothing', undefined, 3_600],
] as const) {
  test(`a document is kept for ${title}`, async (t) => {
    const path = `/kept-${seconds}.json`;
    const id = documents.publish(path, {}, header ? { 'cache-control': header } : {});
    await startAgent(server, id);
    const { metadataReadAt, metadataUntil } = await server.identity.db.client.findUniqueOrThrow({ where: { id } });
    t.is(Number(metadataUntil) - Number(metadataReadAt), seconds * 1000);
  });
}

test('a client that has to prove itself with a key is refused while the server does not support it', async (t) => {
  const jwks_uri = 'https://keys.example/jwks.json';
  const id = documents.publish('/key.json', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri });
  const { page } = await startAgent(server, id);
  t.is(page.status, 400);
  t.true(page.html.includes('invalid_client'));
});

test('no other endpoint reads a document', async (t) => {
  const id = documents.publish('/unknown.json');
  const config = await configureAgent(server.issuer, id);
  await t.throwsAsync(client.refreshTokenGrant(config, 'nothing'), { message: /./u });
  await client.tokenRevocation(config, 'nothing').catch(() => undefined);
  await fetch(`${server.issuer}/api/oauth/logout?client_id=${encodeURIComponent(id)}`);
  t.false(documents.reads.includes('/unknown.json'));
});

test('discovery says that documents are supported', async (t) => {
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.true(body['client_id_metadata_document_supported']);
  t.is(body['registration_endpoint'], undefined);
});

test('another port is accepted on loopback hosts only, and another path nowhere', async (t) => {
  const id = documents.publish('/ports.json', { redirect_uris: ['http://[::1]/cb', 'http://127.0.0.1:4000/cb'] });
  for (const uri of ['http://[::1]:9999/cb', 'http://127.0.0.1:1/cb', 'http://127.0.0.1/cb'])
    t.not((await startAgent(server, id, { redirect_uri: uri })).page.status, 400, uri);
  for (const uri of [agentCallback, 'http://localhost:9999/cb', 'http://127.0.0.1:1/cb/', 'http://10.0.0.1:1/cb'])
    t.true((await startAgent(server, id, { redirect_uri: uri })).page.html.includes('invalid_redirect_uri'), uri);
});
