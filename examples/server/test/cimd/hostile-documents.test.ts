import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import test from 'ava';
import {
  agentRequest,
  type DocumentServer,
  documentOf,
  startAgent,
  startDocumentServer,
} from '../support/document-server.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// A name server in the hands of an attacker: outside at first, then inside.
type Answered = (error: Error | null, addresses: LookupAddress[]) => void;
const real = dns.lookup;
let answers: string[] = [];
Object.assign(dns, {
  lookup(host: string, options: LookupAllOptions, answered: Answered) {
    if (host !== 'agents.attacker.test') return real(host, options, answered);
    const address = answers.shift() ?? '127.0.0.1';
    setImmediate(() => answered(null, [{ address, family: 4 }]));
  },
});
syncBuiltinESMExports();

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

const rowsOf = (those: TestServer) => those.identity.db.client.count({ where: { source: 'METADATA_DOCUMENT' } });

async function isRefused(id: string, redirectUri?: string): Promise<boolean> {
  const { page } = await startAgent(server, id, redirectUri === undefined ? {} : { redirect_uri: redirectUri });
  const row = await server.identity.db.client.findUnique({ where: { id } });
  return page.status === 400 && page.html.includes('invalid_client') && row === null;
}

test.serial('no redirect is followed', async (t) => {
  const target = documents.publish('/target.json');
  for (const status of [301, 302, 303, 307, 308]) {
    const id = documents.respond(`/redirect-${status}`, (_request, response) =>
      response.writeHead(status, { location: target, 'content-type': 'application/json' }).end('{}'),
    );
    t.true(await isRefused(id), String(status));
  }
  t.false(documents.reads.includes('/target.json'));
});

test.serial('a document of 5 MB is not read to its end', async (t) => {
  let sent = 0;
  const id = documents.respond('/large', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(16 * 1024, 32);
    const send = () => {
      while (sent < 5_000_000 && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end(JSON.stringify(documentOf(id)));
    };
    send();
  });
  t.true(await isRefused(id));
  const padded = documents.publish('/padded', { padding: 'x'.repeat(10 * 1024) });
  t.true(await isRefused(padded), 'nor one of more than 10 KB');
});

test.serial('a document that comes byte by byte is given up', async (t) => {
  const timers = new Set<NodeJS.Timeout>();
  const id = documents.respond('/slow', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    timers.add(setInterval(() => response.write(' '), 200).unref());
  });
  t.true(await isRefused(id));
  for (const timer of timers) clearInterval(timer);
});

const wrong: [string, (id: string) => unknown][] = [
  ['another client_id', () => ({ client_id: 'demo-web' })],
  ['the client_id of another document', (id) => ({ client_id: `${id}2` })],
  ['the client_id in another form', (id) => ({ client_id: id.replace('/wrong', '/x/../wrong') })],
  ['no client_id', () => ({ client_id: undefined })],
  ['no client_name', () => ({ client_name: undefined })],
  ['a name of two lines', () => ({ client_name: 'Agent\nAllow' })],
  ['a name with a URL', () => ({ client_name: 'https://bank.example' })],
  ['a name of 101 characters', () => ({ client_name: 'x'.repeat(101) })],
  ['the name of an application of this service', () => ({ client_name: 'demo  WEB' })],
  ['that name and a Cyrillic letter', () => ({ client_name: 'D\u0435mo Web' })],
  ['that name in other letters', () => ({ client_name: '\u{1d403}em0 VVeb' })],
  ['a word of two scripts', () => ({ client_name: 'H\u0435lpful Agent' })],
  ['no redirect_uris', () => ({ redirect_uris: undefined })],
  ['redirect_uris that are not a list', () => ({ redirect_uris: 'http://127.0.0.1/callback' })],
  ['21 redirect_uris', () => ({ redirect_uris: Array.from({ length: 21 }, (_, i) => `http://127.0.0.1/${i}`) })],
  ['a redirect URI of 1001 characters', () => ({ redirect_uris: [`http://127.0.0.1/${'x'.repeat(984)}`] })],
  ['a redirect URI of another host', () => ({ redirect_uris: ['https://bank.example/callback'] })],
  ['a redirect URI that a browser would run', () => ({ redirect_uris: ['javascript:alert(1)'] })],
  ['a client_secret', () => ({ client_secret: 'x'.repeat(40) })],
  ['client_secret_basic', () => ({ token_endpoint_auth_method: 'client_secret_basic' })],
  ['only client credentials', () => ({ grant_types: ['client_credentials'] })],
  ['only implicit responses', () => ({ response_types: ['id_token'] })],
  ['U+0000 in its name', () => ({ client_name: 'a\u0000b' })],
];
for (const [index, [title, members]] of wrong.entries()) {
  test.serial(`a document is refused with ${title}`, async (t) => {
    const path = `/wrong-${index}`;
    t.true(await isRefused(documents.publish(path, members(documents.origin + path) as Record<string, unknown>)));
  });
}

test.serial('a document is refused as HTML, as a list, as broken JSON, and with another status than 200', async (t) => {
  const bodies = { html: '<html>', list: '[]', broken: '{"client_id":', text: '"text"', none: '' };
  for (const [name, body] of Object.entries(bodies)) {
    const type = name === 'html' ? 'text/html' : 'application/json';
    const id = documents.respond(`/${name}`, (_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    t.true(await isRefused(id), name);
  }
  for (const status of [201, 206, 404, 500]) {
    const id: string = documents.respond(`/status-${status}`, (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(documentOf(id))),
    );
    t.true(await isRefused(id), String(status));
  }
});

test.serial('other spellings of a URL are not a client id, and nothing is read', async (t) => {
  const { origin, host } = new URL(documents.origin);
  documents.publish('/spelt');
  const before = documents.reads.length;
  const others = [
    `${origin}/spelt?x=1`,
    `${origin}/spelt?`,
    `${origin}/spelt#x`,
    `${origin}/a/../spelt`,
    `${origin}/a/%2e%2e/spelt`,
    `http://user@${host}/spelt`,
    `HTTP://${host}/spelt`,
    `http:/\\${host}/spelt`,
    `${origin}`,
    `ftp://${host}/spelt`,
    `${origin}/${'x'.repeat(500)}`,
  ];
  for (const id of others) t.true(await isRefused(id), id);
  t.is(documents.reads.length, before);
});

test.serial('no inner address is called, whether the URL or a name server names it', async (t) => {
  const strict = await startTestServer({ clientIdMetadataDocuments: true, allowPrivateNetworks: false });
  let connections = 0;
  const inner = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    inner.close();
    await strict.stop();
  });
  const { port } = inner.address() as AddressInfo;
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', 'agents.attacker.test', '10.0.0.1'];
  const authorize = async (id: string) => (await fetch((await agentRequest(strict.issuer, id)).url)).status;
  for (const host of hosts) t.is(await authorize(`https://${host}:${port}/agent.json`), 400, host);
  t.is(await authorize(`http://127.0.0.1:${port}/agent.json`), 400, 'http is for development only');
  // The name was public a moment ago.
  answers = ['93.184.216.34', '127.0.0.1'];
  await new Promise((resolve) => dns.lookup('agents.attacker.test', { all: true }, resolve));
  t.is(await authorize(`https://agents.attacker.test:${port}/changed.json`), 400);
  t.is(connections, 0);
  t.is(await rowsOf(strict), 0);
});
