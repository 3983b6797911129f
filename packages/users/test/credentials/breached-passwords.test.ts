import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createOutgoingFetch, type Logger } from '@org/identity-core';
import ava, { type ExecutionContext } from 'ava';
import { createNewPasswordHash } from '../../src/credentials/hash-new-password.js';

// One after the other: in parallel they could exceed the timeout of one second.
const test = ava.serial;

const password = 'violet harbor engine 77';
const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
const [prefix, suffix] = [hash.slice(0, 5), hash.slice(5)];
const padding = `${'0'.repeat(35)}:0\r\n${'F'.repeat(35)}:3`;

/** A range server for the test, with its requests and the logged warnings. */
async function serve(t: ExecutionContext, respond: (response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  t.teardown(stop);
  const warnings: string[] = [];
  const logger: Logger = {
    debug() {},
    info() {},
    warn: (fields, message) => warnings.push(`${message} ${inspect(fields)}`),
    error() {},
  };
  const fetch = createOutgoingFetch({ allowPrivate: true });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
  return { requests, warnings, stop, hashNew: createNewPasswordHash({ fetch, logger }, { url }) };
}

test('a leaked password is WEAK_PASSWORD, and only five digits of its hash leave', async (t) => {
  const { requests, warnings, hashNew } = await serve(t, (response) => response.end(`${padding}\r\n${suffix}:12`));
  await t.throwsAsync(hashNew(password, []), { code: 'WEAK_PASSWORD' });
  const [asked] = requests;
  t.is(requests.length, 1);
  t.is(asked?.url, `/range/${prefix}`);
  t.is(asked?.headers['add-padding'], 'true');
  t.is(asked?.method, 'GET');
  const sent = JSON.stringify([asked?.url, asked?.rawHeaders]).toUpperCase();
  t.false(sent.includes(suffix.slice(0, 6)) || sent.includes('VIOLET'));
  t.deepEqual(warnings, []);
});

for (const [title, body] of [
  ['is not listed', padding],
  ['is listed as padding', `${padding}\r\n${suffix}:0`],
  ['has a prefix that nobody else has', ''],
] as const) {
  test(`a password that ${title} is taken`, async (t) => {
    const { warnings, hashNew } = await serve(t, (response) => response.end(body));
    t.regex(await hashNew(password, []), /^\$argon2id\$/u);
    t.deepEqual(warnings, []);
  });
}

const failures: Record<string, (response: ServerResponse) => void> = {
  'never answers': () => undefined,
  'stops in the middle': (response) => void response.write(padding),
  'hangs up': (response) => void response.destroy(),
  'answers 503': (response) => void response.writeHead(503).end(`${suffix}:12`),
  'sends somewhere else': (response) => void response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
  'answers a page': (response) => void response.end('<html>Welcome to our network</html>'),
  'answers two megabytes': (response) => void response.end(`${padding}\n`.repeat(30_000)),
};
for (const [title, respond] of Object.entries(failures)) {
  test(`a service that ${title} keeps nobody from a new password, and is warned of`, async (t) => {
    const { warnings, hashNew } = await serve(t, respond);
    t.regex(await hashNew(password, []), /^\$argon2id\$/u);
    t.is(warnings.length, 1);
    t.false(warnings.join().includes(password) || warnings.join().toUpperCase().includes(prefix));
  });
}

test('a service that is down keeps nobody from a new password', async (t) => {
  const { stop, warnings, hashNew } = await serve(t, (response) => response.end());
  stop();
  t.regex(await hashNew(password, []), /^\$argon2id\$/u);
  t.is(warnings.length, 1);
});

test('a password that is weak anyway is not asked about', async (t) => {
  const { requests, hashNew } = await serve(t, (response) => response.end());
  await t.throwsAsync(hashNew('password1', []), { code: 'WEAK_PASSWORD' });
  t.deepEqual(requests, []);
});

test('an address of the service that is none stops the start', (t) => {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  t.throws(() => createNewPasswordHash({ fetch, logger }, { url: 'not an address' }), {
    message: /breachedPasswords/u,
  });
});
