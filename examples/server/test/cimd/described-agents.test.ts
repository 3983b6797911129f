import test from 'ava';
import { decodeJwt } from 'jose';
import { ageDocument, connectAgent, type DocumentServer, startDocumentServer } from '../support/document-server.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

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

const markOf = (clientId: string) => server.identity.db.agentClient.findUnique({ where: { clientId } });

/** Sends a registration, or a change of one. */
async function register(members: object, { url, token }: { url?: string; token?: string } = {}) {
  const response = await fetch(url ?? `${server.issuer}/api/oauth/register`, {
    method: url === undefined ? 'POST' : 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(members),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a document says that its client is an agent, and takes it back', async (t) => {
  const id = documents.publish('/agent.json', { agent: true });
  const { tokens, browser } = await connectAgent(server, id);
  t.like(await markOf(id), { byClient: true, byOperator: false });
  t.true(decodeJwt(tokens.access_token)['agent']);
  documents.publish('/agent.json');
  await ageDocument(server, id);
  const again = await connectAgent(server, id, { browser });
  t.is(await markOf(id), null);
  t.is(decodeJwt(again.tokens.access_token)['agent'], undefined);
  const events = await server.identity.db.event.findMany({ where: { type: 'client.updated', subjectId: id } });
  t.deepEqual(
    events.map(({ data }) => (data as { changed: string[] }).changed),
    [['agent']],
  );
});

test('the mark of an operator stays, whatever the document says', async (t) => {
  const id = documents.publish('/marked.json');
  const { browser } = await connectAgent(server, id);
  await server.identity.db.agentClient.create({ data: { clientId: id, byOperator: true } });
  await ageDocument(server, id);
  const { tokens } = await connectAgent(server, id, { browser });
  t.like(await markOf(id), { byOperator: true, byClient: false });
  t.true(decodeJwt(tokens.access_token)['agent']);
});

test('a registration says that its client is an agent, and shows it', async (t) => {
  const members = {
    client_name: 'SDK agent',
    redirect_uris: ['http://127.0.0.1/cb'],
    token_endpoint_auth_method: 'none',
  };
  const { status, body } = await register({ ...members, agent: true });
  t.deepEqual([status, body['agent']], [201, true]);
  const id = String(body['client_id']);
  t.like(await markOf(id), { byClient: true });
  const managed = { url: String(body['registration_client_uri']), token: String(body['registration_access_token']) };
  const changed = await register({ ...members, client_id: id }, managed);
  t.deepEqual([changed.status, changed.body['agent']], [200, undefined]);
  t.is(await markOf(id), null);
  const wrong = await register({ ...members, agent: 'yes' });
  t.deepEqual([wrong.status, wrong.body['error']], [400, 'invalid_client_metadata']);
});
