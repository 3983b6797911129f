import { createHash } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { asksForCode, begin, enrol } from '../support/second-factor.js';
import { buildRequest, configure, secretOf } from '../support/sign-in.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// The tests run one after the other because they delete all counters.
let server: TestServer;
let second: SecondProcess;
test.before(async () => {
  server = await startTestServer();
  second = await startSecondProcess(server.databaseUrl, server.issuer);
});
test.after.always(async () => {
  await second?.stop();
  await server?.stop();
});
test.beforeEach(async () => {
  await db().rateLimit.deleteMany();
});

const db = () => server.identity.db;
const urlOf = (index: number) => (index % 2 === 0 ? server.issuer : second.url);
const many = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const numberOf = <Value>(values: readonly Value[], value: Value) => values.filter((each) => each === value).length;
const pointsOf = async (key: string) => (await db().rateLimit.findUnique({ where: { key } }))?.points ?? 0;
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The status of a token request. Its body suits introspection as well. */
async function tokenStatus(url: string, secret: string, path = '/api/oauth/token'): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-machine:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', token: 'x' }),
  });
  await response.arrayBuffer();
  return response.status;
}

test.serial('a client with the right secret gets all of 120 tokens that it requests at once', async (t) => {
  const secret = secretOf('demo-machine');
  // The first round only opens the connections, so that the second arrives at the same moment.
  for (const round of [1, 2])
    t.is(numberOf(await many(120, () => tokenStatus(second.url, secret)), 200), 120, String(round));
});

test.serial(
  'of 1,000 wrong client secrets at once over two processes 30 get a 401, and right ones still pass',
  async (t) => {
    const right = secretOf('demo-machine');
    const [wrong, passed] = await Promise.all([
      many(1000, (index) => tokenStatus(urlOf(index), `wrong ${index}`)),
      many(60, (index) => tokenStatus(urlOf(index), right, index % 3 ? '/api/oauth/token' : '/api/oauth/introspect')),
    ]);
    t.deepEqual([numberOf(wrong, 401), numberOf(wrong, 429)], [30, 970]);
    t.is(numberOf(passed, 200), 60);
    t.is(await tokenStatus(server.issuer, right), 200, 'also when the limit is reached');
    t.is(await tokenStatus(second.url, 'wrong'), 429);
    const rows = await db().rateLimit.findMany({ where: { key: { startsWith: 'client_secret:' } } });
    t.true(rows.length === 1 && Number(rows[0]?.points) <= 60, 'a wrong one beyond the limit is not written');
  },
);

/** A function that sends passwords of a new sign-in. */
async function openSignIn(email: string) {
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  return async (url: string, password: string): Promise<number> => {
    const fields = new URLSearchParams({ email, password });
    return (await browser.request('POST', new URL(page.url.pathname, url), fields)).status;
  };
}

test.serial(
  'right passwords at once over two processes all pass, though one wrong one more would make the account wait',
  async (t) => {
    const { email } = await addUser(server);
    const wrong = await openSignIn(email);
    for (let index = 0; index < 9; index += 1) t.is(await wrong(urlOf(index), 'wrong'), 401);
    const pages = await many(20, () => openSignIn(email));
    const statuses = await many(20, (index) => (pages[index] as (typeof pages)[0])(urlOf(index), demoPassword));
    t.is(numberOf(statuses, 303), 20);
  },
);

const changes: Record<string, (password: string) => [method: string, path: string, body: object]> = {
  'a new email': (password) => ['POST', '/api/users/me/email', { email: 'new@people.test', password }],
  'the password itself': (currentPassword) => [
    'POST',
    '/api/users/me/password',
    { currentPassword, newPassword: currentPassword },
  ],
  'the deletion of the account': (password) => ['DELETE', '/api/users/me', { password, confirmation: 'DELETE' }],
};

for (const [title, requestOf] of Object.entries(changes)) {
  test.serial(`right passwords for ${title}, at once over two processes, are all recognised`, async (t) => {
    // The only owner of a tenant: the account cannot be deleted, but its password is compared first.
    const { email } = (await freshTenant(server)).owner;
    const token = await tokenOf(server.issuer, email);
    const ask = (index: number, password: string) => {
      const [method, path, body] = requestOf(password);
      return send(urlOf(index), method, path, token, body);
    };
    for (let index = 0; index < 9; index += 1) await ask(index, 'wrong');
    const replies = await many(40, (index) => ask(index, demoPassword));
    t.deepEqual(
      replies.filter(({ status, body }) => status === 429 || body['error'] === 'CURRENT_PASSWORD_INCORRECT'),
      [],
    );
  });
}

test.serial('of 1,000 wrong passwords at once over two processes ten are compared', async (t) => {
  const { email } = await addUser(server);
  const post = await openSignIn(email);
  const statuses = await many(1000, (index) => post(urlOf(index), `wrong ${index}`));
  t.deepEqual(
    statuses.filter((status) => status !== 401 && status !== 429),
    [],
  );
  t.is(await pointsOf(`signin_account:${keyOf(email)}`), 10);
  t.is(await (await openSignIn(email))(second.url, demoPassword), 401, 'then the right one waits as well');
});

test.serial('right passwords of many accounts in one network at once do not count as wrong ones', async (t) => {
  const key = `signin_network:${keyOf('127.0.0.1')}`;
  await db().rateLimit.create({ data: { key, points: 199, expire: BigInt(Date.now() + 600_000) } });
  const people = await many(20, () => addUser(server));
  const pages = await many(20, (index) => openSignIn(String(people[index]?.email)));
  const statuses = await many(20, (index) => (pages[index] as (typeof pages)[0])(urlOf(index), demoPassword));
  t.is(numberOf(statuses, 303), 20);
  t.is(await pointsOf(key), 199);
});

/** A sign-in of the user that waits for the second factor. */
async function openCode(email: string) {
  const { browser, page } = await begin(server, { email });
  if (!asksForCode(page)) throw new Error(`No code is asked for: ${page.html.slice(-400)}`);
  return async (url: string, code: string): Promise<number> =>
    (await browser.request('POST', new URL(page.url.pathname, url), new URLSearchParams({ code }))).status;
}

test.serial(
  'right recovery codes at once over two processes all pass, though one wrong one more would make the account wait',
  async (t) => {
    const { email, recoveryCodes } = await enrol(server, await addUser(server));
    const wrong = await openCode(email);
    for (let index = 0; index < 4; index += 1) t.is(await wrong(urlOf(index), '000000'), 401);
    const pages = await many(recoveryCodes.length, () => openCode(email));
    const statuses = await many(pages.length, (index) =>
      (pages[index] as (typeof pages)[0])(urlOf(index), String(recoveryCodes[index])),
    );
    t.is(numberOf(statuses, 303), recoveryCodes.length);
  },
);

test.serial('of 1,000 wrong codes at once over two processes five are compared', async (t) => {
  const { email, userId } = await enrol(server, await addUser(server));
  const post = await openCode(email);
  const statuses = await many(1000, (index) => post(urlOf(index), String(100_000 + index)));
  t.deepEqual(
    statuses.filter((status) => status !== 401 && status !== 429),
    [],
  );
  const failed = await db().event.count({ where: { type: 'sign_in.failed', subjectId: userId } });
  t.true(failed <= 5, `${failed} were compared`);
});
