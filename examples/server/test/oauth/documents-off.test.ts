import test from 'ava';
import { agentRequest, startDocumentServer } from '../support/document-server.js';
import { call } from '../support/sign-in.js';
import { startTestServer } from '../support/test-server.js';

test('without the options, discovery names nothing new, no document is read and nobody registers', async (t) => {
  const documents = await startDocumentServer();
  const server = await startTestServer();
  t.teardown(async () => {
    await server.stop();
    await documents.stop();
  });
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.is(body['client_id_metadata_document_supported'], undefined);
  t.is(body['registration_endpoint'], undefined);
  const id = documents.publish('/agent.json');
  const authorize = async () => (await fetch((await agentRequest(server.issuer, id)).url)).status;
  t.is(await authorize(), 400);
  t.deepEqual(documents.reads, []);
  const registration = await fetch(`${server.issuer}/api/oauth/register`, { method: 'POST', body: '{}' });
  t.is(registration.status, 404);
  // Its row was written while the option was on.
  const redirectUris = ['http://127.0.0.1/callback'];
  const fields = { name: 'Agent', type: 'SPA', source: 'METADATA_DOCUMENT', native: true, redirectUris } as const;
  await server.identity.db.client.create({
    data: { id, ...fields, redirectUris, scopes: ['openid', 'offline_access'], metadataUntil: new Date('2999-01-01') },
  });
  t.is(await authorize(), 400);
});
