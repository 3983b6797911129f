import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { licensing, tenants, users } from '@org/identity-server';
import test from 'ava';
import { logLines } from '../support/log-lines.js';
import { begin, isDone } from '../support/second-factor.js';
import { addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const password = 'violet harbor engine 77';
const people = new Map<string, unknown>();
/** The emails that the old system was asked for. */
const asked: string[] = [];

/** The system that people come from: it checks a password over HTTP. */
const old = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const typed = JSON.parse(Buffer.concat(parts).toString()) as { email: string; password: string };
  asked.push(typed.email);
  const person = typed.password === password ? people.get(typed.email) : undefined;
  response.statusCode = typed.email.startsWith('broken') ? 500 : person ? 200 : 401;
  response.end(JSON.stringify(person ?? {}));
});

let server: TestServer;
const { logger, lines } = logLines();
test.before(async () => {
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(old.address() as AddressInfo).port}/check`;
  server = await startTestServer({
    logger,
    plugins: [
      users({
        registration: 'open',
        signInLimits: { triesPerAccountAndAddress: 3 },
        migrateFrom: async ({ email, password: typed, signal }) => {
          const body = JSON.stringify({ email, password: typed });
          const response = await fetch(url, { method: 'POST', body, signal });
          if (response.status === 401) return undefined;
          if (!response.ok) throw new Error(`The old system answered ${response.status} to ${body}.`);
          return (await response.json()) as { email: string };
        },
      }),
      tenants(),
      licensing(),
    ],
  });
});
test.after.always(async () => {
  await server?.stop();
  old.close();
});

const db = () => server.identity.db;
const find = (email: string) =>
  db().user.findUnique({ where: { normalizedEmail: email }, include: { memberships: true } });

test('a user of the old system signs in with the old password and gets an account', async (t) => {
  const tenant = await freshTenant(server);
  const email = 'ada@old.test';
  const memberships = [{ tenant: tenant.slug, role: 'admin' }];
  people.set(email, { email, emailVerified: true, externalId: 'old|1', displayName: 'Ada', memberships });
  t.is((await begin(server, { email, password: 'wrong horse battery' })).page.status, 401);
  t.is(await find(email), null);
  const { page, finish } = await begin(server, { email, password });
  t.true(isDone(page), page.html);
  const user = await find(email);
  t.like(user, { emailVerified: true, emailToProve: false, externalId: 'old|1', displayName: 'Ada' });
  t.regex(user?.passwordHash ?? '', /^\$argon2id\$/u);
  t.deepEqual(
    user?.memberships.map(({ tenantId, role }) => [tenantId, role]),
    [[tenant.id, 'admin']],
  );
  t.is((await finish(page)).claims()?.sub, user?.id);
  const before = asked.length;
  t.true(isDone((await begin(server, { email, password })).page));
  t.is(asked.filter((one) => one === email).length, 2, `asked ${before} times in all, never for a known email`);
});

test('without a verified email, the first sign-in proves it', async (t) => {
  const email = 'bob@old.test';
  people.set(email, { email });
  const { page } = await begin(server, { email, password });
  t.regex(page.html, /Confirm your email address/u);
  t.like(await find(email), { emailVerified: false, emailToProve: true });
});

test('a person with another email is refused', async (t) => {
  people.set('eve@old.test', { email: 'admin@old.test', emailVerified: true });
  t.is((await begin(server, { email: 'eve@old.test', password })).page.status, 401);
  t.is(await find('admin@old.test'), null);
  t.is(await find('eve@old.test'), null);
});

test('an unknown tenant refuses the person as a whole', async (t) => {
  const email = 'tim@old.test';
  people.set(email, { email, emailVerified: true, memberships: [{ tenant: 'no-such-tenant' }] });
  t.is((await begin(server, { email, password })).page.status, 401);
  t.is(await find(email), null);
});

test('an error of the old system is a wrong password, and the log has no password', async (t) => {
  const { page } = await begin(server, { email: 'broken@old.test', password });
  t.is(page.status, 401);
  t.true(lines.some((line) => line.startsWith('migrateFrom failed')));
  t.false(lines.some((line) => line.includes(password)));
});

test('wrong passwords count, and a waiting user asks the old system nothing', async (t) => {
  const email = 'guess@old.test';
  people.set(email, { email, emailVerified: true });
  for (let index = 0; index < 3; index += 1) await begin(server, { email, password: `guess ${index}` });
  const { page } = await begin(server, { email, password });
  t.is(page.status, 401);
  t.is(asked.filter((one) => one === email).length, 3);
  t.is(await find(email), null);
});

test('a registration, a reset and a known account never ask the old system', async (t) => {
  const { email } = await addUser(server);
  t.is((await begin(server, { email, password: 'wrong horse battery' })).page.status, 401);
  const fresh = 'fresh@old.test';
  await fetch(`${server.issuer}/password-reset`, { method: 'POST', body: new URLSearchParams({ email: fresh }) });
  const { page, browser } = await begin(server, {});
  const form = new URLSearchParams({ register: 'yes', email: fresh, password, displayName: 'Fresh' });
  t.is((await browser.request('POST', page.url, form)).status, 200);
  t.deepEqual(
    asked.filter((one) => one === email || one === fresh),
    [],
  );
});

test('two first sign-ins at once make one account', async (t) => {
  const email = 'twice@old.test';
  people.set(email, { email, emailVerified: true });
  const pages = await Promise.all([1, 2].map(() => begin(server, { email, password })));
  t.deepEqual(
    pages.map(({ page }) => isDone(page)),
    [true, true],
  );
  t.is(await db().user.count({ where: { normalizedEmail: email } }), 1);
});
