import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users } from '@org/identity-server';
import ava from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { call } from '../support/sign-in.js';
import { addUser, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// The tests run one after the other because they share the gate.
const test = ava.serial;

/** A section whose first page waits until the gate is opened. */
function gatedSection() {
  let arrived = () => {};
  let open = () => {};
  const gate = {
    closed: false,
    /** Resolves when an export has reached the gate. */
    reached: Promise.resolve(),
    open: () => open(),
    close() {
      gate.closed = true;
      gate.reached = new Promise<void>((resolve) => (arrived = resolve));
      passed = new Promise<void>((resolve) => (open = resolve));
    },
    fail: false,
  };
  let passed = Promise.resolve();
  async function* pages() {
    arrived();
    await passed;
    if (gate.fail) throw new Error('the database went away');
    yield [1, 2];
    yield [3];
  }
  const plugin: IdentityPlugin = {
    name: 'gated',
    setup: () => ({
      personalData: {
        models: [],
        collect: () => Promise.resolve({ list: pages() }),
        erase: () => Promise.resolve(),
      },
    }),
  };
  return { gate, plugin };
}

const { gate, plugin } = gatedSection();
let server: TestServer;
test.before(async () => {
  const plugins = [users({ exportLimits: { exportsPerDay: 3 } }), tenants(), licensing(), plugin];
  server = await startTestServer({ plugins });
});
test.after.always(() => server?.stop());

async function signedInUser() {
  const person = await addUser(server);
  const token = await tokenOf(server.issuer, person.email);
  return { ...person, exportData: () => call(server.issuer, '/api/users/me/export', token) };
}

test('a user has one export at a time, others are not held up, and the next one works when it has ended', async (t) => {
  const [one, other] = [await signedInUser(), await signedInUser()];
  gate.close();
  const first = one.exportData();
  await gate.reached;
  const second = await one.exportData();
  t.is(second.status, 429);
  t.is(second.body['error'], 'RATE_LIMITED');
  const wait = Number(second.headers.get('retry-after'));
  t.true(wait > 0 && wait <= 300, String(wait));
  const others = other.exportData();
  gate.open();
  t.is((await others).status, 200);
  const { status, body } = await first;
  t.is(status, 200);
  t.deepEqual((body['sections'] as Record<string, unknown>)['gated'], { list: [1, 2, 3] });
  t.is((await one.exportData()).status, 200);
});

test('exports of one user are limited for a day, and one that was refused does not count', async (t) => {
  const { exportData } = await signedInUser();
  for (let index = 0; index < 3; index += 1) t.is((await exportData()).status, 200);
  const refused = await exportData();
  t.is(refused.status, 429);
  t.is(refused.body['error'], 'RATE_LIMITED');
  t.true(Number(refused.headers.get('retry-after')) > 23 * 60 * 60);
});

test('an export that breaks off breaks the connection, and the next one can begin', async (t) => {
  const { exportData } = await signedInUser();
  gate.fail = true;
  await t.throwsAsync(exportData());
  gate.fail = false;
  t.is((await exportData()).status, 200);
});

test('a download of the page that breaks off breaks the connection', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/account/export' });
  gate.fail = true;
  await t.throwsAsync(post(browser, page, {}));
  gate.fail = false;
  t.is((await post(browser, page, {})).status, 200);
});

test('the page of the account has the same limits, and says so', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/account/export' });
  const send = () => post(browser, page, {});
  for (let index = 0; index < 3; index += 1) t.is((await send()).status, 200);
  t.is((await send()).status, 429);
});
