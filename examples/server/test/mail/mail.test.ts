import { randomUUID } from 'node:crypto';
import type { Mail } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { logLines } from '../support/log-lines.js';
import { secretOf } from '../support/mail-tests.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { UnreliableTransport } from '../support/unreliable-transport.js';

let server: TestServer;
const transport = new UnreliableTransport();
const { logger, lines } = logLines();
test.before(async () => {
  server = await startTestServer({ mail: transport, logger });
});
test.after.always(() => server?.stop());

const newEmail = () => `${randomUUID().slice(0, 8)}@people.test`;

async function inviter() {
  const tenant = await freshTenant(server);
  const { db } = server.identity;
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}/invitations`;
  return {
    invite: (email: string) => send(server.issuer, 'POST', path, token, { email }),
    rename: async (name: string, displayName: string) => {
      await db.tenant.update({ where: { id: tenant.id }, data: { name } });
      await db.user.update({ where: { id: tenant.owner.userId }, data: { displayName } });
    },
    resend: (id: unknown) => send(server.issuer, 'POST', `${path}/${String(id)}/resend`, token),
    pending: async () => {
      const { body } = await send(server.issuer, 'GET', path, token);
      return (body['invitations'] as { email: string }[]).map(({ email }) => email);
    },
  };
}

const occurrences = (text: string, part: string) => text.split(part).length - 1;
const dueAgain = (lastError: string) =>
  server.identity.db.outgoingMail.updateMany({ where: { lastError }, data: { dueAt: new Date(Date.now() - 1000) } });

test('while mail is refused inviting works, and the mail arrives once it is taken again', async (t) => {
  const { invite, pending } = await inviter();
  const [email, other] = [newEmail(), newEmail()];
  const words = `451 not now, ${email.split('@')[0]}`;
  transport.refuse(email, words);
  const created = await invite(email);
  t.is(created.status, 201);
  t.deepEqual(await pending(), [email]);
  await until(() => server.identity.db.outgoingMail.findFirst({ where: { lastError: words } }));

  transport.accept(email);
  await dueAgain(words);
  t.is((await invite(other)).status, 201);
  const mail = await transport.mailbox.mailTo(email);
  t.is((await fetch(`${server.issuer}/invitations/${secretOf(mail)}`)).status, 200);
  t.is(transport.tries(email), 2);
  await until(async () => (await server.identity.db.outgoingMail.count({ where: { lastError: words } })) === 0);
});

test('after a resend the mail that waited still arrives, but only the newer link works', async (t) => {
  const { invite, resend } = await inviter();
  const email = newEmail();
  const words = `451 not now, ${email.split('@')[0]}`;
  transport.refuse(email, words);
  const created = await invite(email);
  await until(() => server.identity.db.outgoingMail.findFirst({ where: { lastError: words } }));
  transport.accept(email);
  t.is((await resend(created.body['id'])).status, 200);
  const newer = await transport.mailbox.mailTo(email);
  await dueAgain(words);
  await invite(newEmail());
  const older = await transport.mailbox.mailTo(email, 2);
  const statusOf = async (mail: Mail) => (await fetch(`${server.issuer}/invitations/${secretOf(mail)}`)).status;
  t.deepEqual([await statusOf(newer), await statusOf(older)], [200, 404]);
});

test('while one mail hangs inviting still answers, and other mail still leaves', async (t) => {
  const { invite, pending } = await inviter();
  const [email, other] = [newEmail(), newEmail()];
  const release = transport.hold(email);
  t.teardown(release);
  t.is((await invite(email)).status, 201);
  await until(() => Promise.resolve(transport.tries(email) === 1));
  t.is((await invite(other)).status, 201);
  t.is((await transport.mailbox.mailTo(other)).to, other);
  t.deepEqual((await pending()).sort(), [email, other].sort());
  release();
  t.is((await transport.mailbox.mailTo(email)).to, email);
});

/** A new server that is sending its first mail. The mail server does not respond until it is released. */
async function sendingServer() {
  const slow = new UnreliableTransport();
  const log = logLines();
  const closing = await startTestServer({ mail: slow, logger: log.logger });
  const tenant = await freshTenant(closing);
  const token = await tokenOf(closing.issuer, tenant.owner.email);
  const invite = (email: string) =>
    send(closing.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email });
  const email = newEmail();
  const release = slow.hold(email);
  await invite(email);
  await until(() => Promise.resolve(slow.tries(email) === 1));
  return { ...closing, slow, log, invite, email, release };
}

/** Whether something ends within a time. Waits for the whole time only if it does not. */
async function isOverWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  const late = until(() => Promise.resolve(Date.now() > deadline));
  return Promise.race([work.then(() => true), late.then(() => false)]);
}

test('a server that closes finishes the mail it is sending, so that nobody sends it twice, and begins no other', async (t) => {
  const { stop, release, slow, invite, identity, email, log } = await sendingServer();
  const lastError = '451 not now';
  const waiting = newEmail();
  slow.refuse(waiting, lastError);
  await invite(waiting);
  await until(() => identity.db.outgoingMail.findFirst({ where: { lastError } }));
  // The job that runs every 15 seconds must not send it: the test is whether closing the server does.
  await identity.db.job.updateMany({ data: { dueAt: new Date(Date.now() + 60 * 60 * 1000) } });
  await identity.db.outgoingMail.updateMany({ where: { lastError }, data: { dueAt: new Date(Date.now() - 1000) } });
  log.lines.length = 0;
  const stopped = stop();
  t.false(await isOverWithin(300, stopped), 'not while the mail is under way');
  release();
  await stopped;
  t.is((await slow.mailbox.mailTo(email)).to, email);
  t.is(slow.tries(waiting), 1, 'the other mail waits for the next process');
  t.deepEqual(log.lines, [], 'the row could be deleted');
});

test('a transport that never answers does not keep the server from closing', async (t) => {
  const { stop, release } = await sendingServer();
  const stopped = stop();
  const closed = await isOverWithin(8_000, stopped);
  release();
  await stopped;
  t.true(closed);
});

test('nobody can be invited at what a mail program reads as a list, a group, a name or a comment', async (t) => {
  const { invite } = await inviter();
  for (const email of [
    'ann<eve@evil.test>',
    'ann,eve@evil.test',
    'group:eve@evil.test;',
    'ann@evil.test(comment)',
    'ann@evil.test,bob',
    'ann\\@evil.test',
    'ann\u0000@evil.test',
    'ann\u202e@evil.test',
  ])
    t.is((await invite(email)).status, 422, JSON.stringify(email));
});

test('every link of the invitation mail, in each part, opens the invitation', async (t) => {
  const { invite, rename } = await inviter();
  await rename('Rosie’s Robots', 'Ann Archer');
  const email = newEmail();
  await invite(email);
  const mail = await transport.mailbox.mailTo(email);
  const link = `${server.issuer}/invitations/${secretOf(mail)}`;
  t.is(occurrences(mail.text, link), 1);
  // In the button, and in the text below it.
  t.is(occurrences(mail.html, `href="${link}"`), 2);
  t.is(occurrences(mail.html, 'href='), 2);
  t.is((await fetch(link)).status, 200);
  t.is(mail.subject, 'Ann Archer invites you to Rosie’s Robots');
  for (const part of [mail.text, mail.html]) t.regex(part, /Ann Archer[\s\S]*Rosie’s Robots/u);
});

// Each name as it is stored, in the text and in HTML. No mail program may turn a name into a link, and a long name is cut.
const names: [string, string, string][] = [
  ['<script>alert(1)</script>', '<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  [
    `"'><a href="http://evil.test">`,
    `"'><a href="http:\u200a//evil.\u200atest">`,
    `&quot;'>&lt;a href=&quot;http:\u200a//evil.\u200atest&quot;>`,
  ],
  ['&lt;b&gt; &amp;', '&lt;b&gt; &amp;', '&amp;lt;b&amp;gt; &amp;amp;'],
  ['long '.repeat(12).trim(), 'long '.repeat(12).trim(), 'long '.repeat(12).trim()],
  ['株式会社 שלום مرحبا 👩‍🚀', '株式会社 שלום مرحبا 👩‍🚀', '株式会社 שלום مرحبا 👩‍🚀'],
];
test('tenant and inviter are named, whatever they are called, and change nothing else', async (t) => {
  const { invite, rename } = await inviter();
  for (const [stored, name, escaped] of names) {
    await rename(stored, `${stored}!`);
    const email = newEmail();
    t.is((await invite(email)).status, 201);
    const mail = await transport.mailbox.mailTo(email);
    const link = `${server.issuer}/invitations/${secretOf(mail)}`;
    t.true(mail.text.split('\n').includes(link), 'the link has its line');
    t.true(mail.text.includes(`${name}! invites you to join ${name}.`));
    t.true(mail.html.includes(`<strong>${escaped}!</strong> invites you to join <strong>${escaped}</strong>`), name);
    const links = [...mail.html.matchAll(/<a [^>]*href="([^"]*)"/gu)].map(([, url]) => url);
    t.deepEqual(links, [link, link]);
    t.notRegex(mail.html, /<script|<b>/u);
    t.false(mail.subject.includes(secretOf(mail)));
  }
});

test('a name adds no line to a mail and does not turn the direction of the words around it', async (t) => {
  const { invite, rename } = await inviter();
  for (const character of ['\n', '\r', '\u0085', '\u2028', '\u2029', '\u202e', '\u202d', '\u2067', '\u200f']) {
    const name = `Acme${character}${character}Open https://evil.test`;
    await rename(name, name);
    const email = newEmail();
    t.is((await invite(email)).status, 201);
    const mail = await transport.mailbox.mailTo(email);
    const [first = ''] = mail.text.split('\n');
    const code = JSON.stringify(character);
    t.regex(first, /Acme.*invites you to join Acme.*\.$/u, code);
    for (const part of [mail.subject, first, mail.html]) t.false(part.includes(character), code);
  }
});

test('no log line has the secret of an invitation, whether its mail was taken or not', async (t) => {
  const { invite } = await inviter();
  const [email, refused] = [newEmail(), newEmail()];
  const words = `550 unknown: ${refused.split('@')[0]}`;
  transport.refuse(refused, words);
  await invite(email);
  await invite(refused);
  await until(() => Promise.resolve(lines.some((line) => line.includes(words))));
  transport.accept(refused);
  await dueAgain(words);
  await invite(newEmail());
  const mails = [await transport.mailbox.mailTo(email), await transport.mailbox.mailTo(refused)];
  for (const mail of mails) {
    await fetch(`${server.issuer}/invitations/${secretOf(mail)}`);
    await send(server.issuer, 'POST', `/api/invitations/${secretOf(mail)}/accept`, undefined, { password: 'short' });
    t.is(occurrences(lines.join('\n'), secretOf(mail)), 0);
  }
});
