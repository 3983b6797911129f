import { createTestDatabase } from '@org/identity-dev-postgres';
import { type Database, openDatabase } from '@org/identity-prisma';
import type { Mail } from '@org/identity-server';
import { startMailServer } from '@org/identity-testing/mail-server';
import { until } from '@org/identity-testing/until';
import test, { type ExecutionContext } from 'ava';
import { EnvironmentError, readEnvironment } from '../../src/environment.js';
import { secretOf } from '../support/mail-tests.js';
import { freePort, type ServerProcess, spawnServer, startProcess } from '../support/server-process.js';
import { send, tokenOf } from '../support/tenant-api.js';
import { testSecret } from '../support/test-server.js';

/** Starts the example server as a process; outside production with the demo data. */
async function startExample(t: ExecutionContext, variables: Record<string, string> = {}) {
  const database = await createTestDatabase({ withDemoData: variables['NODE_ENV'] !== 'production' });
  const { db, close } = openDatabase({ databaseUrl: database.url });
  let running: ServerProcess | undefined;
  t.teardown(async () => {
    await running?.end('SIGTERM');
    await close();
    await database.drop();
  });
  const port = String(await freePort());
  const own = { PORT: port, ISSUER: `http://127.0.0.1:${port}`, SEED_DEMO: 'false' };
  running = await startProcess({ ...own, DATABASE_URL: database.url, IDENTITY_SECRET: testSecret, ...variables });
  return { url: running.url, db, output: running.output };
}

async function inviteFromAcme({ url, db }: { url: string; db: Database }, name = 'Acme') {
  const acme = await db.tenant.update({ where: { slug: 'acme' }, data: { name } });
  const token = await tokenOf(url, 'owner@acme.test', 'acme');
  return (email: string) => send(url, 'POST', `/api/tenants/${acme.id}/invitations`, token, { email });
}

const mailboxOf = async (url: string) => {
  const response = await fetch(`${url}/dev/mail`, { headers: { accept: 'application/json' } });
  return ((await response.json()) as { mails: (Mail & { receivedAt: string })[] }).mails;
};

test('in development /dev/mail shows the mails, newest first, as JSON and as a page that runs nothing', async (t) => {
  const example = await startExample(t);
  const { url } = example;
  t.deepEqual(await mailboxOf(url), []);
  const invite = await inviteFromAcme(example, '<img src=x onerror="alert(1)"> & Co');
  for (const [index, email] of ['first@people.test', 'second@people.test'].entries()) {
    t.is((await invite(email)).status, 201);
    await until(async () => (await mailboxOf(url)).length === index + 1);
  }
  const mails = await mailboxOf(url);
  t.deepEqual(
    mails.map(({ to }) => to),
    ['second@people.test', 'first@people.test'],
  );
  t.deepEqual(Object.keys(mails[0] ?? {}).sort(), ['html', 'receivedAt', 'subject', 'text', 'to']);

  const page = await fetch(`${url}/dev/mail`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const html = await page.text();
  t.regex(page.headers.get('content-type') ?? '', /^text\/html/u);
  t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'/u);
  t.is(page.headers.get('cache-control'), 'no-store');
  t.is(page.headers.get('referrer-policy'), 'no-referrer');
  t.notRegex(html, /<img|<script/u);
  t.true(html.indexOf('second@people.test') < html.indexOf('first@people.test'));
  const links = [...html.matchAll(/<a href="([^"]+)"/gu)].map(([, link]) => String(link));
  t.deepEqual(
    links,
    mails.map((mail) => `${url}/invitations/${secretOf(mail)}`),
  );
  for (const link of links) t.is((await fetch(link)).status, 200);
  t.is((await fetch(`${url}/dev/mail`, { method: 'POST' })).status, 404);
});

test('with SMTP_URL mail goes to that server, from MAIL_FROM, and /dev/mail is not there', async (t) => {
  const mailServer = await startMailServer();
  t.teardown(() => mailServer.stop());
  const example = await startExample(t, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Zoë of Acme <hello@acme.test>',
    LOG_LEVEL: 'trace',
  });
  const invite = await inviteFromAcme(example);
  t.is((await invite('first@people.test')).status, 201);
  const mail = await mailServer.received();
  t.deepEqual(mail.envelope, { from: 'hello@acme.test', to: ['first@people.test'] });
  t.is((await fetch(/http\S+\/invitations\/[\w-]+/u.exec(mail.text)?.[0] ?? '')).status, 200);
  t.is((await fetch(`${example.url}/dev/mail`)).status, 404);
  t.false(example.output().includes(/\/invitations\/([\w-]+)/u.exec(mail.text)?.[1] ?? 'invitations'));
});

test('in production /dev/mail is not there', async (t) => {
  const { url } = await startExample(t, { NODE_ENV: 'production', ALLOW_HTTP_ISSUER: 'true' });
  for (const accept of ['application/json', 'text/html'])
    t.is((await fetch(`${url}/dev/mail`, { headers: { accept } })).status, 404);
});

for (const value of ['mail.example.com', 'http://mail.example.com', 'smtp', 'smtp:', 'smtp://', 'smtp://:25']) {
  test(`SMTP_URL "${value}" is refused in one line that names the variable`, (t) => {
    const error = t.throws(() => readEnvironment({ SMTP_URL: value }), { instanceOf: EnvironmentError });
    t.regex(error?.message ?? '', /^SMTP_URL [^\n]+\.$/u);
  });
}

for (const value of ['nobody', '<>', 'two\r\nBcc: eve@evil.test']) {
  test(`MAIL_FROM ${JSON.stringify(value)} is refused in one line that names the variable`, (t) => {
    const error = t.throws(() => readEnvironment({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: value }), {
      instanceOf: EnvironmentError,
    });
    t.regex(error?.message ?? '', /^MAIL_FROM [^\n]+\.$/u);
  });
}

test('a process with a bad SMTP_URL ends with that line, and does not print the password in it', async (t) => {
  const process = spawnServer({ SMTP_URL: 'http://user:hunter22@mail.example.com', PORT: '3000' });
  t.is(await new Promise((resolve) => process.child.once('exit', resolve)), 1);
  t.regex(process.output(), /^SMTP_URL /mu);
  t.false(process.output().includes('hunter22'));
});
