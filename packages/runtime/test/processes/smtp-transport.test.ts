import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { silentLogger } from '@org/identity-core';
import { openTestDatabase } from '@org/identity-testing';
import { type MailServer, startMailServer } from '@org/identity-testing/mail-server';
import { headerOf } from '@org/identity-testing/read-mime';
import type { Mail } from '@org/identity-ui';
import test, { type ExecutionContext } from 'ava';
import type { SMTPServerOptions } from 'smtp-server';
import { createOutbox } from '../../src/background/mail/outbox.js';
import { smtpTransport } from '../../src/background/mail/smtp-transport.js';
import { mailTo, makeMailDue, secretLink, waitingMails } from '../support/waiting-mails.js';

const from = 'Identity Server <no-reply@id.example.test>';

async function mailServer(t: ExecutionContext, options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const server = await startMailServer(options, port);
  t.teardown(() => server.stop());
  return server;
}

async function deliver(t: ExecutionContext, mail: Mail, sender = from) {
  const server = await mailServer(t);
  await smtpTransport({ url: server.url, from: sender }).send(mail);
  t.is(server.mails.length, 1);
  return server.received();
}

test('a mail arrives with its sender, recipient, subject, text and HTML', async (t) => {
  const sent = mailTo('ann@people.test', { html: '<p>Hello<br>there</p>' });
  const mail = await deliver(t, sent);
  t.deepEqual(mail.envelope, { from: 'no-reply@id.example.test', to: ['ann@people.test'] });
  t.is(headerOf(mail, 'from'), from);
  t.is(headerOf(mail, 'to'), 'ann@people.test');
  t.is(mail.subject, sent.subject);
  t.is(mail.text.trimEnd().replaceAll('\r\n', '\n'), sent.text.trimEnd());
  t.is(mail.html.trimEnd(), sent.html);
});

test('letters of any script and very long lines survive', async (t) => {
  const subject = `Zoë Müller lädt Sie zu 株式会社 👩‍🚀 ein ${'ß'.repeat(300)}`;
  const line = `${'ünï '.repeat(400)}=3D . end`;
  const sent = mailTo('ann@people.test', { subject, text: `${line}\n.\n..dots\n`, html: `<p>${line}</p>` });
  const mail = await deliver(t, sent, 'Zoë “Z” <no-reply@id.example.test>');
  t.is(mail.subject, subject);
  t.is(headerOf(mail, 'from'), 'Zoë “Z” <no-reply@id.example.test>');
  t.is(mail.text.trimEnd().replaceAll('\r\n', '\n'), sent.text.trimEnd());
  t.is(mail.html.trimEnd(), sent.html);
});

test('an address with letters of another script is delivered to that address', async (t) => {
  const mail = await deliver(t, mailTo('zoë@people.test'));
  t.deepEqual(mail.envelope.to, ['zoë@people.test']);
});

for (const [name, ending] of Object.entries({ 'CR LF': '\r\n', LF: '\n', CR: '\r', 'line separator': '\u2028' })) {
  test(`${name} in a subject adds no header and no second recipient`, async (t) => {
    const subject = `Hello${ending}Bcc: eve@evil.test${ending}X-Evil: 1${ending}${ending}<b>body</b>`;
    const mail = await deliver(t, mailTo('ann@people.test', { subject }));
    t.deepEqual(mail.envelope.to, ['ann@people.test']);
    const names = mail.headers.map((header) => header.name);
    t.deepEqual([...new Set(names)].sort(), [
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    t.is(names.length, 7);
    t.regex(mail.text, /^Accept:/u);
  });
}

// A mail has one recipient, but a parser would read these as lists, groups or names.
for (const email of [
  'ann@people.test\r\nBcc: eve@evil.test',
  'ann@people.test\nRCPT TO:<eve@evil.test>',
  'ann@people.test,eve@evil.test',
  'ann@people.test;eve@evil.test',
  'ann<eve@evil.test>',
  'group:eve@evil.test;',
]) {
  test(`the address ${JSON.stringify(email)} brings no mail to eve`, async (t) => {
    const server = await mailServer(t);
    await smtpTransport({ url: server.url, from })
      .send(mailTo(email))
      .catch(() => {});
    for (const { envelope, headers } of server.mails) {
      t.is(envelope.to.length, 1, envelope.to.join());
      t.false(envelope.to.includes('eve@evil.test'), envelope.to.join());
      t.false(headers.some(({ name }) => name === 'bcc'));
    }
    t.pass();
  });
}

function refusing(code: number, words: string) {
  return (_: unknown, __: unknown, done: (error?: Error) => void) =>
    done(Object.assign(new Error(words), { responseCode: code }));
}

// How a mail server can fail, and what is kept of its reply.
const troubles: [string, (t: ExecutionContext) => Promise<{ url: string; stop(): Promise<void> }>, RegExp][] = [
  ['is not there', closedPort, /ECONNREFUSED/u],
  ['takes the connection and says nothing', silentServer, /Greeting never received/u],
  ['refuses the recipient', () => startMailServer({ onRcptTo: refusing(550, 'no such user') }), /550.*no such user/u],
  ['refuses the sender', () => startMailServer({ onMailFrom: refusing(553, 'not you') }), /553.*not you/u],
  ['refuses the content', () => startMailServer({ onData: refusingContent }), /554.*not that/u],
  ['breaks off in the middle of a mail', breakingServer, /\S/u],
  ['is none', () => greetingServer('HTTP/1.1 400 Bad Request\r\n\r\n'), /Invalid greeting/u],
  ['has no room for anybody', () => greetingServer('421 busy\r\n'), /421 busy/u],
];
for (const [name, start, words] of troubles) {
  test(`with a mail server that ${name} the mail stays, and arrives once the server is well`, async (t) => {
    const { db, pool } = await openTestDatabase(t);
    const broken = await start(t);
    // The URL can have options of the transport; this one saves ten seconds. A server that is well may need longer.
    const url = start === silentServer ? `${broken.url}?greetingTimeout=300` : broken.url;
    const secret = 'a secret for tests only, of more than 32 characters';
    const outbox = createOutbox({ pool, secret, logger: silentLogger, transport: smtpTransport({ url, from }) });
    await t.throwsAsync(smtpTransport({ url, from }).send(mailTo('ann@people.test')));
    await db.$transaction((tx) => outbox.add(tx, mailTo('ann@people.test')));
    await outbox.flush();
    const [row] = await waitingMails(pool);
    t.like(row, { attempts: 1, failed: false });
    t.regex(row?.last_error ?? '', words);
    t.false((row?.last_error ?? '').includes(secretLink));

    await broken.stop();
    const server = await mailServer(t, {}, Number(new URL(broken.url).port));
    await makeMailDue(pool);
    const patient = smtpTransport({ url: broken.url, from });
    await createOutbox({ pool, secret, logger: silentLogger, transport: patient }).flush();
    t.deepEqual(await waitingMails(pool), []);
    t.is(server.mails.length, 1);
    t.true((await server.received()).text.includes(secretLink));
  });
}

test('a mail server that says nothing is given up after ten seconds', async (t) => {
  const silent = await silentServer();
  const start = Date.now();
  await t.throwsAsync(smtpTransport({ url: silent.url, from }).send(mailTo('ann@people.test')));
  const seconds = (Date.now() - start) / 1000;
  t.true(seconds > 9 && seconds < 20, String(seconds));
  await silent.stop();
});

async function closedPort() {
  const server = await startMailServer();
  await server.stop();
  return { url: server.url, stop: () => Promise.resolve() };
}

function silentServer() {
  return greetingServer('');
}

/** A server that sends one line to each client. */
async function greetingServer(greeting: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(greeting);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const refusingContent: NonNullable<SMTPServerOptions['onData']> = (stream, _, done) => {
  stream.resume().on('end', () => done(Object.assign(new Error('not that'), { responseCode: 554 })));
};

async function breakingServer(): Promise<MailServer> {
  const server: MailServer = await startMailServer({ onData: () => server.cut() });
  return server;
}

test('what a mail names is never read: files and addresses stay words', async (t) => {
  const mail = await deliver(t, mailTo('ann@people.test', { text: '/etc/passwd', html: 'http://127.0.0.1:1/x' }));
  t.is(mail.text.trim(), '/etc/passwd');
  t.is(mail.html.trim(), 'http://127.0.0.1:1/x');
});
