import test from 'ava';
import { agentRequest, type DocumentServer, startDocumentServer } from '../support/document-server.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let documents: DocumentServer;
test.before(async () => {
  documents = await startDocumentServer();
  server = await startTestServer({ clientIdMetadataDocuments: true, trustedProxies: 1 });
});
test.after.always(async () => {
  await server?.stop();
  await documents?.stop();
});

/** Begins a sign-in with each of these clients, ten at a time, and counts the statuses. */
async function authorizeAll(
  ids: readonly string[],
  networkOf: (index: number) => string,
  { issuer }: TestServer = server,
) {
  const template = (await agentRequest(issuer, 'https://x.example/')).url;
  const statuses = new Map<number, number>();
  const entries = [...ids.entries()];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let next = entries.pop(); next; next = entries.pop()) {
        const [index, id] = next;
        const url = new URL(template);
        url.searchParams.set('client_id', id);
        const headers = { 'x-forwarded-for': networkOf(index) };
        const { status } = await fetch(url, { redirect: 'manual', headers });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  return statuses;
}

const rows = () => server.identity.db.client.count({ where: { source: 'METADATA_DOCUMENT' } });

test.serial('a network gets few new clients an hour, and few reads, however many URLs it tries', async (t) => {
  const ids = Array.from({ length: 500 }, (_, index) => `${documents.origin}/any/one-${index}`);
  const statuses = await authorizeAll(ids, () => '198.51.100.7');
  t.true((await rows()) <= 30, 'clients');
  t.true(documents.reads.length <= 60, 'reads');
  t.true((statuses.get(429) ?? 0) >= 440, JSON.stringify([...statuses]));
  t.is(statuses.get(500), undefined);
});

test.serial('a host gets few new clients a day, from however many networks', async (t) => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `${documents.origin}/any/many-${index}`);
  await authorizeAll(ids, (index) => `10.${index % 250}.${Math.floor(index / 250)}.1`);
  t.true((await rows()) <= 30, 'clients');
  t.true(documents.reads.length <= 120, 'reads');
  const events = await server.identity.db.event.count({ where: { type: 'client.created' } });
  t.is(events, await rows());
});

test.serial('a client that is known already works while its host is beyond the limits', async (t) => {
  const { id } = await server.identity.db.client.findFirstOrThrow({ where: { source: 'METADATA_DOCUMENT' } });
  const statuses = await authorizeAll([id], () => '203.0.113.99');
  t.deepEqual([...statuses], [[303, 1]]);
});

test.serial('how many clients with a document are new in an hour and in a day is an option', async (t) => {
  const foreignClients = { documentsOfNetworkPerHour: 2, documentsPerDay: 3 };
  const options = { clientIdMetadataDocuments: true, trustedProxies: 1, limits: { foreignClients } };
  const strict = await startTestServer(options);
  t.teardown(() => strict.stop());
  const fresh = (name: string) => [1, 2, 3, 4].map((index) => `${documents.origin}/any/strict-${name}-${index}`);
  const statusesIn = async (name: string, network: string) =>
    Object.fromEntries(await authorizeAll(fresh(name), () => network, strict));
  t.deepEqual(await statusesIn('one', '203.0.113.7'), { 303: 2, 429: 2 });
  t.deepEqual(await statusesIn('two', '198.51.100.7'), { 303: 1, 429: 3 }, 'of all networks together');
  t.is(await strict.identity.db.client.count({ where: { source: 'METADATA_DOCUMENT' } }), 3);
});
