import test from 'ava';
import * as client from 'openid-client';
import {
  ageDocument,
  agentRequest,
  connectAgent,
  type DocumentServer,
  exchangeOf,
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

const moved = { redirect_uris: ['http://127.0.0.1/elsewhere'] };
const elsewhere = { redirect_uri: 'http://127.0.0.1:51234/elsewhere' };

/** Changes a document, and lets a stranger's request notice it. */
async function change(path: string, members: Record<string, unknown>): Promise<void> {
  const id = documents.publish(path, members);
  await ageDocument(server, id);
  await fetch((await agentRequest(server.issuer, id)).url);
}

const refreshOf = ({ request, tokens }: Awaited<ReturnType<typeof connectAgent>>) =>
  client.refreshTokenGrant(request.config, String(tokens.refresh_token));

test('a changed redirect URI ends consents and tokens: the user is asked again', async (t) => {
  const id = documents.publish('/moves.json');
  const before = await connectAgent(server, id);
  await change('/moves.json', moved);
  t.is((await call(server.issuer, '/api/users/me', before.tokens.access_token)).status, 401);
  await t.throwsAsync(refreshOf(before), { message: /./u });
  const after = await connectAgent(server, id, { ...elsewhere, browser: before.browser });
  t.true(after.asked, 'the consent was not carried over');
  t.is((await call(server.issuer, '/api/users/me', after.tokens.access_token)).status, 200);
  const events = await server.identity.db.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type }) => type),
    ['client.created', 'application.connected', 'client.updated', 'application.connected'],
  );
  t.deepEqual(events[2]?.data, { changed: ['redirectUris'] });
});

test('a changed name changes the page, and nothing else', async (t) => {
  const id = documents.publish('/renamed.json');
  const before = await connectAgent(server, id);
  await change('/renamed.json', { client_name: 'Better Agent' });
  t.truthy((await refreshOf(before)).access_token);
  const { page } = await startAgent(server, id, { email: 'admin@acme.test' });
  t.regex(page.html, /Better Agent/u);
});

test('a client that had the name of an application before the rule is refused when its document is read', async (t) => {
  const id = documents.publish('/impostor.json');
  await connectAgent(server, id);
  documents.publish('/impostor.json', { client_name: 'Dem0 Web' });
  await server.identity.db.client.update({ where: { id }, data: { name: 'Dem0 Web' } });
  await ageDocument(server, id);
  t.is((await startAgent(server, id)).page.status, 400);
});

test('a code of before the change is not worth a token', async (t) => {
  const id = documents.publish('/in-flight.json');
  const { request, browser, page } = await startAgent(server, id);
  const end = await browser.submit(page, {});
  t.truthy(end.url.searchParams.get('code'));
  await change('/in-flight.json', moved);
  await t.throwsAsync(exchangeOf(request, end), { message: /./u });
});

test('a code is exchanged for the client as it was checked, though its copy is old and the document gone', async (t) => {
  const id = documents.publish('/validated.json');
  const { request, browser, page } = await startAgent(server, id);
  const end = await browser.submit(page, {});
  documents.remove('/validated.json');
  await ageDocument(server, id);
  t.truthy((await exchangeOf(request, end)).access_token);
  t.is(documents.reads.filter((path) => path === '/validated.json').length, 1, 'it is not read again for that');
});

test('a redirect URI that changes while the consent page is open gets no code, and no consent', async (t) => {
  const id = documents.publish('/page-open.json');
  const { browser, page } = await startAgent(server, id);
  await change('/page-open.json', moved);
  const end = await browser.submit(page, {});
  t.is(end.status, 400);
  t.true(end.html.includes('invalid_redirect_uri'));
  const consents = await server.identity.db.consent.findMany({ where: { clientId: id } });
  t.deepEqual(
    consents.flatMap(({ scopes }) => scopes),
    [],
  );
});

test('a redirect URI that is added while the consent page is open is not covered by the answer', async (t) => {
  const id = documents.publish('/page-added.json');
  const { browser, page } = await startAgent(server, id);
  await change('/page-added.json', { redirect_uris: ['http://127.0.0.1/callback', 'http://127.0.0.1/elsewhere'] });
  const shown = await browser.submit(page, {});
  t.is(shown.status, 409, 'the page is shown again');
  const end = await browser.submit(shown, {});
  t.truthy(end.url.searchParams.get('code'));
});

test('a document that disappears ends new sign-ins at once, and refresh tokens after three days', async (t) => {
  const id = documents.publish('/gone.json');
  const before = await connectAgent(server, id);
  documents.remove('/gone.json');
  t.not((await startAgent(server, id)).page.status, 400, 'while its copy is fresh');
  await ageDocument(server, id);
  t.is((await startAgent(server, id)).page.status, 400);
  const refreshed = await refreshOf(before);
  await ageDocument(server, id, 73);
  await t.throwsAsync(client.refreshTokenGrant(before.request.config, String(refreshed.refresh_token)), {
    code: 'OAUTH_RESPONSE_BODY_ERROR',
  });
});

test('a blocked client cannot be used, and its document is not read', async (t) => {
  const id = documents.publish('/blocked.json');
  const before = await connectAgent(server, id);
  await server.identity.db.client.update({ where: { id }, data: { blockedAt: new Date() } });
  await ageDocument(server, id);
  t.is((await startAgent(server, id)).page.status, 400);
  await t.throwsAsync(refreshOf(before), { message: /./u });
  t.is(documents.reads.filter((path) => path === '/blocked.json').length, 1, 'only for the first sign-in');
});

test('a host that is no longer allowed is unknown, although its row exists', async (t) => {
  const blocking = await startTestServer({ clientIdMetadataDocuments: { block: ['127.0.0.1'] } });
  const allowing = await startTestServer({ clientIdMetadataDocuments: { allow: ['agents.example'] } });
  t.teardown(async () => {
    await blocking.stop();
    await allowing.stop();
  });
  const id = documents.publish('/listed.json');
  const row = { id, name: 'Agent', type: 'SPA', source: 'METADATA_DOCUMENT', native: true } as const;
  for (const strict of [blocking, allowing]) {
    const redirectUris = ['http://127.0.0.1/callback'];
    await strict.identity.db.client.create({ data: { ...row, redirectUris, metadataUntil: new Date('2999-01-01') } });
    t.is((await startAgent(strict, id)).page.status, 400);
  }
  t.false(documents.reads.includes('/listed.json'));
});
