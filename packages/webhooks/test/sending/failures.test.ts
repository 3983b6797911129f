import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test, { type ExecutionContext } from 'ava';
import {
  addWebhook,
  fanOutUntil,
  openSending,
  publish,
  type Sending,
  type SendingOptions,
} from '../support/sending.js';

/** Sends one event to a URL. Returns what was recorded. */
async function sendTo(t: ExecutionContext, url: string, options: SendingOptions = {}) {
  const sending = await openSending(t, options);
  return { sending, delivery: await sendOne(sending, url) };
}

async function sendOne(sending: Sending, url: string) {
  const { id } = await addWebhook(sending, { url });
  const before = await sending.db.webhookDelivery.count();
  await publish(sending);
  await fanOutUntil(sending, before + 1);
  await sending.sender.flush();
  return sending.db.webhookDelivery.findFirstOrThrow({ where: { webhookId: id } });
}

test('a status other than 2xx is a failure, and its text is kept', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end('broken'));
  const { sending, delivery } = await sendTo(t, receiver.url());
  t.like(delivery, {
    status: 'PENDING',
    attempts: 1,
    responseStatus: 500,
    responseBody: 'broken',
    lastError: 'The receiver responded with status 500.',
    finishedAt: null,
  });
  t.true(delivery.dueAt > delivery.createdAt);
  const webhook = await sending.db.webhook.findFirstOrThrow();
  t.like(webhook, { failures: 1, claimedUntil: null, status: 'ACTIVE' });
  t.truthy(webhook.failingSince);
  t.deepEqual(webhook.dueAt, delivery.dueAt);
});

test('a redirect is a failure, and its target is never called', async (t) => {
  const receiver = await startReceiver(t, (response, { path }) =>
    path === '/' ? response.writeHead(307, { location: '/target' }).end() : response.end(),
  );
  const { delivery } = await sendTo(t, receiver.url());
  t.like(delivery, { status: 'PENDING', responseStatus: 307 });
  t.regex(delivery.lastError ?? '', /redirect/u);
  t.deepEqual(receiver.ids('/target'), []);
});

test('a receiver that does not respond costs no more than the time of an attempt', async (t) => {
  const receiver = await startReceiver(t, () => undefined);
  const { delivery } = await sendTo(t, receiver.url(), { attemptMilliseconds: 200 });
  t.like(delivery, { status: 'PENDING', attempts: 1, responseStatus: null });
  t.regex(delivery.lastError ?? '', /did not respond within 0\.2 seconds/u);
});

test('a receiver that sends its response drop by drop costs no more than that, and its status counts', async (t) => {
  let stopped: Promise<unknown> | undefined;
  const receiver = await startReceiver(t, (response) => {
    response.write('x');
    const drip = setInterval(() => response.write('x'), 10);
    stopped = new Promise((resolve) => response.once('close', resolve)).finally(() => clearInterval(drip));
  });
  const { delivery } = await sendTo(t, receiver.url(), { attemptMilliseconds: 3_000 });
  t.like(delivery, { status: 'DELIVERED', responseStatus: 200 });
  t.regex(delivery.responseBody ?? '', /^x+$/u);
  // The connection was closed.
  await stopped;
});

test('a receiver that sends without end is cut off, and 2 KB are kept', async (t) => {
  let written = 0;
  let closed: Promise<unknown> | undefined;
  const receiver = await startReceiver(t, (response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    const chunk = 'é'.repeat(32_768);
    const more = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length;
    };
    response.on('drain', more);
    more();
  });
  const { delivery } = await sendTo(t, receiver.url());
  t.is(delivery.status, 'DELIVERED');
  t.is(delivery.responseBody, 'é'.repeat(1_024));
  await closed;
  t.true(written < 20_000_000, `${written} characters left the receiver`);
});

test('text that the database or a page could not show is left out', async (t) => {
  const receiver = await startReceiver(t, (response) =>
    response.end(Buffer.from([0x61, 0x00, 0x1b, 0x07, 0x0a, 0x62, 0xff, 0xf0, 0x9f])),
  );
  const { delivery } = await sendTo(t, receiver.url());
  t.is(delivery.responseBody, 'a\nb\ufffd');
});

test('bytes that are no text take no more room than 2 KB', async (t) => {
  const receiver = await startReceiver(t, (response) => response.end(Buffer.alloc(16_000, 0xff)));
  const { delivery } = await sendTo(t, receiver.url());
  t.is(delivery.status, 'DELIVERED');
  const bytes = Buffer.byteLength(delivery.responseBody ?? '');
  t.true(bytes > 2_000 && bytes <= 2_048, String(bytes));
});

test('a receiver that closes the connection is named as such', async (t) => {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  t.teardown(() => server.close());
  const { delivery } = await sendTo(t, url);
  t.is(delivery.lastError, 'The receiver closed the connection before it responded.');
});

const unreachable = 'The host cannot be reached.';

/** The URL of a port that nobody listens at. */
async function closedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise((resolve) => server.close(resolve));
  return url;
}

test('its managers do not learn whether a name is unknown, inside, or refuses the connection; the log says it', async (t) => {
  const strict = await openSending(t, { allowPrivate: false });
  const open = await openSending(t);
  const unknown = await sendOne(strict, 'https://receiver.invalid/');
  await strict.db.webhook.deleteMany();
  const inside = await sendOne(strict, 'https://localhost/');
  const refused = await sendOne(open, await closedUrl());
  for (const delivery of [unknown, inside, refused])
    t.like(delivery, { responseStatus: null, responseBody: null, lastError: unreachable });
  const reasonsOf = ({ logged }: Sending) => logged.map(({ reason }) => String(reason));
  const [name, privateHost] = reasonsOf(strict);
  t.regex(String(name), /^(?:ENOTFOUND|EAI_AGAIN)$/u);
  t.is(privateHost, 'private network');
  t.deepEqual(reasonsOf(open), ['ECONNREFUSED']);
});

test('plain http and inner addresses are refused, and nothing is sent', async (t) => {
  const receiver = await startReceiver(t);
  const sending = await openSending(t, { allowPrivate: false });
  const { port } = new URL(receiver.url());
  const errors: [string, string][] = [
    [`http://127.0.0.1:${port}/`, 'The URL must begin with https.'],
    [`https://127.0.0.1:${port}/`, unreachable],
    [`https://[::ffff:127.0.0.1]:${port}/`, unreachable],
    ['https://169.254.169.254/latest/meta-data', unreachable],
    // A name is resolved when the connection is made, whatever it was when the webhook was created.
    [`https://localhost:${port}/`, unreachable],
  ];
  for (const [url, error] of errors) {
    const delivery = await sendOne(sending, url);
    t.like(delivery, { status: 'PENDING', attempts: 1, lastError: error }, url);
    await sending.db.webhook.deleteMany();
    await sending.db.webhookDelivery.deleteMany();
  }
  t.deepEqual(receiver.received, []);
});
