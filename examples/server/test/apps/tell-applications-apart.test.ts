import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { addApi, apiTokens } from '../support/apis.js';
import { eventsAbout } from '../support/connected-applications.js';
import { connectAgent, type DocumentServer, startDocumentServer } from '../support/document-server.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowAll } from '../support/third-party.js';

let server: TestServer;
let documents: DocumentServer;
test.before(async () => {
  documents = await startDocumentServer();
  server = await startTestServer({ clientIdMetadataDocuments: true, dynamicRegistration: 'open' });
});
test.after.always(async () => {
  await server?.stop();
  await documents?.stop();
});

const path = '/account/applications';

/** Registers an agent that listens on a port of the user's computer. */
async function register(port: number): Promise<string> {
  const response = await fetch(`${server.issuer}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'SDK agent',
      token_endpoint_auth_method: 'none',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    }),
  });
  return String(((await response.json()) as Record<string, unknown>)['client_id']);
}

test('three agents of one name are told apart by their kind, host and port, and where they were allowed', async (t) => {
  const tenant = await freshTenant(server);
  const { email, userId } = await addMember(server, tenant.id, 'member');
  const document = documents.publish('/sdk.json', { client_name: 'SDK agent', agent: true });
  for (const port of [21_001, 21_002])
    await connectAgent(server, await register(port), { email, redirect_uri: `http://127.0.0.1:${port}/callback` });
  await connectAgent(server, document, { email });
  const createdAt = new Date('2026-01-02T03:04:05Z');
  await server.identity.db.consentBinding.updateMany({ where: { userId, clientId: document }, data: { createdAt } });
  const { page } = await openAccount(server.issuer, email, { path });
  t.is(page.html.split('<bdi>SDK agent</bdi>').length - 1, 3);
  for (const shown of ['127.0.0.1:21001', '127.0.0.1:21002', new URL(documents.origin).host])
    t.true(page.html.includes(`<bdi>${shown}</bdi>`), shown);
  t.true(page.html.includes('It runs on this computer, at <bdi>127.0.0.1:21001</bdi>.'));
  t.true(page.html.includes('It has registered itself.'));
  t.true(page.html.includes('It identifies itself with'));
  t.true(page.html.includes('>Agent<'));
  const { name } = await server.identity.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  t.true(page.html.includes(name), 'where it was allowed');
  t.is(page.html.split('datetime="2026-01-02T03:04:05Z"').length - 1, 1, 'when this one was allowed there');

  const { body } = await send(server.issuer, 'GET', '/api/users/me/applications', await tokenOf(server.issuer, email));
  const applications = body['applications'] as Record<string, unknown>[];
  t.deepEqual(applications.map(({ source }) => source).sort(), ['METADATA_DOCUMENT', 'REGISTERED', 'REGISTERED']);
  t.deepEqual(applications.map(({ agent }) => agent).sort(), [false, false, true]);
  for (const { allowedIn } of applications) t.like(allowedIn, [{ tenantId: tenant.id, tenantName: name }]);
  const documented = applications.find(({ clientId }) => clientId === document);
  t.like(documented?.['allowedIn'], [{ at: createdAt.toISOString() }]);
});

test('the scopes of an API are shown in the words of its owner', async (t) => {
  const [{ email }, clientId] = [await addUser(server), await addClient(server)];
  const { identifier } = await addApi(server, { open: true, name: 'Warehouse' });
  await apiTokens(server, { clientId, email, scope: 'openid orders:read', resource: identifier });
  const { page } = await openAccount(server.issuer, email, { path });
  t.true(page.html.includes('See your orders'));
  t.true(page.html.includes('Warehouse'));
  t.false(page.html.includes('orders:read'));
});

test('what a member allows and takes back is in the trail of the tenant that the page has named', async (t) => {
  const tenant = await freshTenant(server);
  const { email } = await addMember(server, tenant.id, 'member');
  const clientId = await addClient(server);
  await allowAll(server, { clientId, email, scope: 'openid', tenant: tenant.slug });
  t.deepEqual(
    (await eventsAbout(server, 'application.connected', clientId)).map(({ tenantId }) => tenantId),
    [tenant.id],
  );
  const own = await tokenOf(server.issuer, email);
  t.is((await send(server.issuer, 'DELETE', `/api/users/me/applications/${clientId}`, own)).status, 204);
  t.deepEqual(
    (await eventsAbout(server, 'application.revoked', clientId)).map(({ tenantId }) => tenantId),
    [tenant.id],
  );

  const alone = await addUser(server);
  const other = await addClient(server);
  await allowAll(server, { clientId: other, email: alone.email, scope: 'openid' });
  t.deepEqual(
    (await eventsAbout(server, 'application.connected', other)).map(({ tenantId }) => tenantId),
    [null],
    'without a tenant, it belongs to nobody but the user',
  );
});
