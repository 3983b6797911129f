import { randomUUID } from 'node:crypto';
import { licensing, tenants, users, verifyPassword } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// The tests run one after the other because they share the queue of hashes.
let server: TestServer;
test.before(async () => {
  const plugins = [
    users({ registration: 'open', newPasswordLimits: { passwordsPerAddress: 3 } }),
    tenants(),
    licensing(),
  ];
  server = await startTestServer({ trustedProxies: 1, plugins });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const newPassword = 'violet harbor engine 77';
let networks = 0;
const network = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const people = () => `${randomUUID()}@people.test`;

/** Sends a form from a network. */
const sendForm = (browser: TestBrowser, path: string, fields: Record<string, string>, from: string) =>
  browser.request('POST', new URL(path, server.issuer), new URLSearchParams(fields), { 'x-forwarded-for': from });

/** Opens a sign-in page. */
async function openSignIn() {
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  return { browser, path: page.url.pathname };
}

async function isLimited(t: ExecutionContext, response: Response): Promise<void> {
  t.is(response.status, 429);
  const seconds = Number(response.headers.get('retry-after'));
  t.true(seconds >= 1 && seconds <= 600, String(seconds));
  t.regex(await response.text(), /<h1>Too many attempts<\/h1>/u);
}

test.serial('registrations of one network are counted before a password is hashed', async (t) => {
  const { browser, path } = await openSignIn();
  const from = network();
  const register = (email: string, password = newPassword, at = from) =>
    sendForm(browser, path, { register: 'yes', email, password }, at);
  const { email: known } = await addUser(server);
  t.is((await register(people(), 'password')).status, 422, 'a weak one costs time as well');
  t.is((await register(people())).status, 200);
  t.is((await register(people())).status, 200);
  const count = await db().registration.count();
  await isLimited(t, await register(people()));
  await isLimited(t, await register(known));
  await isLimited(t, await register(people(), 'password'));
  t.is(await db().registration.count(), count);
  t.is((await register(people(), newPassword, network())).status, 200, 'others are not touched');
});

test.serial('new passwords by a mailed link are counted first, and the link stays good', async (t) => {
  const { userId, email } = await addUser(server);
  const browser = new TestBrowser(server.issuer);
  await sendForm(browser, '/password-reset', { email }, network());
  const { text } = await server.mailbox.mailTo(email);
  const link = String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
  const from = network();
  for (let index = 0; index < 3; index += 1)
    t.is((await sendForm(browser, link, { password: 'password' }, from)).status, 422);
  await isLimited(t, await sendForm(browser, link, { password: newPassword }, from));
  t.is(await db().passwordReset.count({ where: { userId } }), 1);
  t.is((await sendForm(browser, link, { password: newPassword }, network())).status, 200);
});

test.serial('invitations are accepted under the same limit, by the API and on the page', async (t) => {
  const { id, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const email = people();
  await send(server.issuer, 'POST', `/api/tenants/${id}/invitations`, token, { email });
  const secret = await server.mailbox.invitationSecret(email);
  const accept = (password: string, from: string) =>
    fetch(`${server.issuer}/api/invitations/${secret}/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ password }),
    });
  const from = network();
  for (let index = 0; index < 3; index += 1) t.is((await accept('password', from)).status, 422);
  const refused = await accept(newPassword, from);
  t.is(refused.status, 429);
  t.truthy(refused.headers.get('retry-after'));
  t.like(await refused.json(), { error: 'RATE_LIMITED' });
  const form = { password: newPassword, displayName: 'Ivy' };
  const browser = new TestBrowser(server.issuer);
  await isLimited(t, await sendForm(browser, `/invitations/${secret}`, form, from));
  t.is((await sendForm(browser, `/invitations/${secret}`, form, network())).status, 303);
});

test.serial('a registration that is finished in another browser counts as well', async (t) => {
  const { browser, path } = await openSignIn();
  const email = people();
  await sendForm(browser, path, { register: 'yes', email, password: newPassword }, network());
  const { text } = await server.mailbox.mailTo(email);
  const link = String(/\/registration\/[\w-]+/u.exec(text)?.[0]);
  const elsewhere = new TestBrowser(server.issuer);
  const from = network();
  for (let index = 0; index < 3; index += 1)
    t.is((await sendForm(elsewhere, link, { password: 'password' }, from)).status, 422);
  await isLimited(t, await sendForm(elsewhere, link, { password: newPassword }, from));
  t.is((await sendForm(elsewhere, link, { password: newPassword }, network())).status, 200);
});

test.serial(
  'when too many passwords wait to be hashed, everybody is told to come back, whoever has an account',
  async (t) => {
    const { userId, email } = await addUser(server);
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: userId } });
    const { browser, path } = await openSignIn();
    const from = network();
    await db().rateLimit.deleteMany();
    let isBusy = true;
    const keepBusy = async () => {
      while (isBusy)
        await verifyPassword(String(passwordHash), 'busy').catch(() => new Promise((resolve) => setImmediate(resolve)));
    };
    const busy = Array.from({ length: 140 }, keepBusy);
    for (const name of [email, people()])
      await isLimited(t, await sendForm(browser, path, { email: name, password: demoPassword }, from));
    isBusy = false;
    await Promise.all(busy);
    const keys = await db().rateLimit.findMany({ where: { key: { startsWith: 'signin_' } } });
    t.deepEqual(
      keys.filter(({ points }) => points > 0).map(({ key }) => key.split(':')[0]),
      [],
      'nobody looked at these tries: they do not count',
    );
    t.is((await sendForm(browser, path, { email, password: demoPassword }, from)).status, 303);
  },
);
