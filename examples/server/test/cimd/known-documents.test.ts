import type { ServerResponse } from 'node:http';
import test from 'ava';
import * as client from 'openid-client';
import {
  ageDocument,
  agentRequest,
  connectAgent,
  type DocumentServer,
  startAgent,
  startDocumentServer,
} from '../support/document-server.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const options = { clientIdMetadataDocuments: true, trustedProxies: 1 };
let server: TestServer;
let documents: DocumentServer;
test.before(async () => {
  documents = await startDocumentServer();
  server = await startTestServer(options);
});
test.after.always(async () => {
  await server?.stop();
  await documents?.stop();
});

/** The status of a sign-in that begins in a network. */
async function begin({ issuer }: TestServer, id: string, ip: string): Promise<number> {
  const { url } = await agentRequest(issuer, id);
  const response = await fetch(url, { headers: { 'x-forwarded-for': ip }, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

const readsOf = (path: string) => documents.reads.filter((read) => read === path).length;
const hoursOver = async (id: string) => {
  const { metadataUntil } = await server.identity.db.client.findUniqueOrThrow({ where: { id } });
  return (Date.now() - Number(metadataUntil)) / 3_600_000;
};

test.serial('reads of random paths of a host do not keep its known clients from being read', async (t) => {
  const attacked = await startTestServer(options);
  t.teardown(() => attacked.stop());
  const known = documents.publish('/known.json');
  await connectAgent(attacked, known);
  for (let stranger = 0; stranger < 3; stranger += 1)
    for (let read = 0; read < 45; read += 1)
      await begin(attacked, `${documents.origin}/random/${stranger}/${read}`, `192.0.2.${stranger}`);
  t.is(
    await begin(attacked, `${documents.origin}/random/last`, '198.51.100.1'),
    429,
    'the budget of the host is used up',
  );
  await ageDocument(attacked, known, 72);
  documents.publish('/known.json', { client_name: 'Better Agent' });
  t.is(await begin(attacked, known, '198.51.100.2'), 303);
  const { name } = await attacked.identity.db.client.findUniqueOrThrow({ where: { id: known } });
  t.is(name, 'Better Agent');
});

test.serial('strangers of a network do not keep it from the clients that are known', async (t) => {
  const attacked = await startTestServer(options);
  t.teardown(() => attacked.stop());
  const known = documents.publish('/same-network.json');
  await connectAgent(attacked, known);
  for (let read = 0; read < 61; read += 1) await begin(attacked, `http://127.0.0.1:1/random/${read}`, '192.0.2.77');
  await ageDocument(attacked, known, 72);
  t.is(await begin(attacked, known, '192.0.2.77'), 303);
});

for (const [title, respond] of [
  ['its host is in trouble', (response) => response.writeHead(503).end()],
  ['its host refuses because of too many requests', (response) => response.writeHead(429).end()],
  ['the connection breaks off', (response) => response.destroy()],
  [
    'the document breaks off',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{', () => response.destroy()),
  ],
] satisfies [string, (response: ServerResponse) => unknown][])
  test.serial(`a copy is used for a day after it was due if ${title}, and no longer`, async (t) => {
    const path = `/${encodeURIComponent(title)}`;
    const known = documents.publish(path);
    await connectAgent(server, known);
    documents.respond(path, (_request, response) => void respond(response));
    await ageDocument(server, known, 23.9);
    t.truthy((await connectAgent(server, known)).tokens.access_token);
    t.is(readsOf(path), 2, 'it was tried');
    t.true((await hoursOver(known)) > 23, 'the copy does not count as new');
    await ageDocument(server, known, 24.1);
    t.is((await startAgent(server, known)).page.status, 400);
  });

for (const status of [404, 410, 403, 302])
  test.serial(`a document that is withdrawn with ${status} ends new sign-ins once the copy is due`, async (t) => {
    const path = `/withdrawn-${status}.json`;
    const known = documents.publish(path);
    await connectAgent(server, known);
    documents.respond(path, (_request, response) => void response.writeHead(status).end());
    await ageDocument(server, known, 0);
    t.is((await startAgent(server, known)).page.status, 400);
  });

test.serial('an old copy does not serve a client that is blocked', async (t) => {
  const known = documents.publish('/blocked-later.json');
  await connectAgent(server, known);
  documents.respond('/blocked-later.json', (_request, response) => void response.destroy());
  await ageDocument(server, known, 1);
  await server.identity.db.client.update({ where: { id: known }, data: { blockedAt: new Date() } });
  t.is((await startAgent(server, known)).page.status, 400);
});

test.serial(
  'a known document that cannot be read is tried a limited number of times, and its copy still works',
  async (t) => {
    const known = documents.publish('/unreachable.json');
    const { tokens, request } = await connectAgent(server, known);
    documents.respond('/unreachable.json', (_request, response) => void response.destroy());
    await ageDocument(server, known, 1);
    for (let tries = 0; tries < 5; tries += 1) t.is(await begin(server, known, '203.0.113.5'), 303);
    t.is(readsOf('/unreachable.json'), 2, 'once in ten seconds');
    t.truthy((await client.refreshTokenGrant(request.config, String(tokens.refresh_token))).access_token);
  },
);
