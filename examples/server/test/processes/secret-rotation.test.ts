import { createTestDatabase } from '@org/identity-dev-postgres';
import { startMailServer } from '@org/identity-testing/mail-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import pg from 'pg';
import { formTokenOf, openAccount, post } from '../support/account-pages.js';
import { identityCommandWith } from '../support/identity-command.js';
import { startRollingServers } from '../support/rolling-servers.js';
import { isDone, setUpApp, totp, twoFactors } from '../support/second-factor.js';
import { freePort } from '../support/server-process.js';
import { buildRequest, call, configure, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { testSecret } from '../support/test-server.js';

const newSecret = 'the next secret for tests, also of more than 32 characters';
const both = { IDENTITY_SECRET: newSecret, IDENTITY_OTHER_SECRETS: testSecret };

interface Counts {
  finished: boolean;
  columns: { current: number; other: number; unknown: number }[];
}

/** Repeats work until it is stopped, one round after the other. Notes every failure. */
function repeat(work: () => Promise<void>) {
  const failures: string[] = [];
  let over = false;
  let rounds = 0;
  const lane = (async () => {
    while (!over) {
      await work().catch((error: unknown) => void failures.push(String(error)));
      rounds += 1;
      // The servers that start need the CPU, too.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    failures,
    /** Resolves after a whole round from now on. */
    round: async () => {
      const from = rounds;
      await until(() => Promise.resolve(rounds > from + 1));
    },
    stop: async () => {
      over = true;
      await lane;
    },
  };
}

/** Signs in with password and, if the page asks for it, a code of the app. */
async function signInWithApp(issuer: string, email: string, secret: string | undefined) {
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-web'), { acr_values: twoFactors });
  const page = await enterPassword(browser, await browser.open(request.url), email);
  if (secret === undefined) {
    const enrolled = await setUpApp(browser, page);
    return { browser, secret: enrolled.secret, tokens: await exchange(request, enrolled.next.url) };
  }
  const done = await browser.submit(page, { code: totp(secret) });
  if (!isDone(done)) throw new Error(`The code was refused (${done.status}): ${done.html.slice(-400)}`);
  return { browser, secret, tokens: await exchange(request, done.url) };
}

test('the secret is replaced under traffic over two servers: no request fails, and nobody is signed out', async (t) => {
  t.timeout(600_000);
  const database = await createTestDatabase({ withDemoData: true });
  t.teardown(() => database.drop());
  const mailPort = await freePort();
  const servers = await startRollingServers(
    { databaseUrl: database.url, smtpUrl: `smtp://127.0.0.1:${mailPort}` },
    { secret: testSecret },
  );
  t.teardown(() => servers.stop());
  const { issuer } = servers;
  const sql = new pg.Client(database.url);
  await sql.connect();
  t.teardown(() => sql.end());

  // Before: a session with an app, an account page that stays open, a refresh token, and a mail that cannot be sent.
  const member = 'member@acme.test';
  const { secret } = await signInWithApp(issuer, member, undefined);
  const account = await openAccount(issuer, 'owner@acme.test', { path: '/account/profile' });
  const before = await signIn(issuer, { email: 'admin@acme.test' });
  let refreshToken = String(before.tokens.refresh_token);
  const askForMail = async (email: string) => {
    const browser = new TestBrowser(issuer);
    await browser.submit(await browser.open('/password-reset'), { email });
  };
  await askForMail('owner@acme.test');
  await until(async () => (await sql.query('SELECT 1 FROM identity.outgoing_mails')).rows.length > 0);

  // The same code may be used several times here: a test does not wait half a minute for the next one.
  const codes = repeat(async () => {
    await sql.query('UPDATE identity.totp SET last_used_step = NULL');
    await signInWithApp(issuer, member, secret);
  });
  const refreshes = repeat(async () => {
    const tokens = await client.refreshTokenGrant(before.config, refreshToken);
    refreshToken = String(tokens.refresh_token);
    const { status } = await call(issuer, '/api/users/me', tokens.access_token);
    if (status !== 200) throw new Error(`A new access token got ${status}.`);
  });
  let profile: Page = account.page;
  const pages = repeat(async () => {
    const sent = await post(account.browser, profile, { displayName: 'Olga Owner' });
    if (sent.status >= 400) throw new Error(`The form got ${sent.status}: ${sent.html.slice(-400)}`);
    profile = await account.browser.open('/account/profile');
    if (profile.url.pathname !== '/account/profile') throw new Error(`Signed out: ${profile.url.href}`);
    formTokenOf(profile);
  });
  const lanes = [codes, refreshes, pages];
  t.teardown(() => Promise.all(lanes.map((lane) => lane.stop())));
  const everyLaneRuns = async () => {
    await Promise.all(lanes.map((lane) => lane.round()));
  };
  await everyLaneRuns();

  // First step: all servers can read the new secret. Second step: they encrypt with it.
  await servers.roll({ secret: testSecret, otherSecrets: [newSecret] });
  await everyLaneRuns();
  await servers.roll({ secret: newSecret, otherSecrets: [testSecret] });
  await everyLaneRuns();

  // Third step, while a user sets up an app and a mail is queued.
  const [rotated, enrolled] = await Promise.all([
    identityCommandWith<{ unfinished: boolean; changed: number }>(database.url, both, 'secret', 'rotate'),
    signInWithApp(issuer, 'super@example.test', undefined),
    askForMail('super@example.test'),
  ]);
  t.false(rotated.unfinished);
  t.true(rotated.changed >= 4, String(rotated.changed));
  t.true((await identityCommandWith<Counts>(database.url, both, 'secret', 'status')).finished);
  await everyLaneRuns();

  // Last step: the old secret is gone.
  await servers.roll({ secret: newSecret });
  await everyLaneRuns();
  await Promise.all(lanes.map((lane) => lane.stop()));
  t.deepEqual(
    { codes: codes.failures, refreshes: refreshes.failures, pages: pages.failures },
    {
      codes: [],
      refreshes: [],
      pages: [],
    },
  );

  await sql.query('UPDATE identity.totp SET last_used_step = NULL');
  await t.notThrowsAsync(signInWithApp(issuer, 'super@example.test', enrolled.secret));
  // The access token from before, the session from before, and both mails.
  t.is((await call(issuer, '/api/users/me', before.tokens.access_token)).status, 200);
  const again = await buildRequest(before.config, {});
  t.true(isDone(await before.browser.open(again.url)), 'the session from before is still open');
  const mails = await startMailServer({}, mailPort);
  t.teardown(() => mails.stop());
  await sql.query('UPDATE identity.outgoing_mails SET due_at = now(), last_error = NULL');
  await until(async () => (await sql.query('SELECT 1 FROM identity.outgoing_mails')).rows.length === 0);
  const recipients = mails.mails.flatMap(({ envelope }) => envelope.to);
  for (const email of ['owner@acme.test', 'super@example.test']) t.true(recipients.includes(email), email);

  // With the old secret nothing in the database can be read.
  const old = { IDENTITY_SECRET: testSecret };
  const { stdout } = (await t.throwsAsync(identityCommandWith(database.url, old, 'secret', 'status'))) as unknown as {
    stdout: string;
  };
  for (const { current, other } of (JSON.parse(stdout) as Counts).columns) t.deepEqual([current, other], [0, 0]);
});
