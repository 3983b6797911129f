import { createHmac } from 'node:crypto';
import type { Cookies, StoredCookie } from '@org/identity-testing/cookies';
import { until } from '@org/identity-testing/until';
import type { WirePage } from '@org/identity-testing/wire-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  begin,
  credentials,
  hasCode,
  hashOf,
  isRefused,
  newBrowser,
  opens,
  server,
  signedIn,
  uidOf,
} from '../support/interaction-tests.js';
import { callback, exchange } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';

/** Returns another value of the same length. */
function flip(value: string): string {
  const middle = Math.floor(value.length / 2);
  return `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`;
}

const tamperings: [title: string, tamper: (jar: Cookies, name: string) => void][] = [
  ['its value changed by a byte', (jar, name) => jar.change(name, flip)],
  ['its signature changed by a byte', (jar, name) => jar.change(`${name}.sig`, flip)],
  ['its signature cut', (jar, name) => jar.change(`${name}.sig`, (value) => value.slice(0, -1))],
  ['an empty signature', (jar, name) => jar.change(`${name}.sig`, () => '')],
  ['no signature', (jar, name) => jar.change(`${name}.sig`, () => undefined)],
  ['no value', (jar, name) => jar.change(name, () => undefined)],
  ['the word __proto__', (jar, name) => jar.change(name, () => '__proto__')],
];

for (const [title, tamper] of tamperings) {
  test.serial(`an interaction cookie with ${title} is refused`, async (t) => {
    const { browser, page } = await begin();
    tamper(browser.jar, 'identity-interaction');
    isRefused(t, await browser.request('GET', page.url));
    isRefused(t, await browser.request('POST', page.url, { fields: credentials('owner@acme.test') }));
  });

  test.serial(`a resume cookie with ${title} is refused`, async (t) => {
    const { browser, page } = await begin();
    const submitted = await browser.request('POST', page.url, { fields: credentials('owner@acme.test') });
    tamper(browser.jar, 'identity-resume');
    const end = await browser.request('GET', String(submitted.headers.location));
    isRefused(t, end);
    t.is(browser.cookie('identity-session'), undefined);
  });

  test.serial(`a session cookie with ${title} opens nothing`, async (t) => {
    const { browser } = await signedIn();
    t.is(await opens(browser.jar.all()), 'code');
    tamper(browser.jar, 'identity-session');
    t.is(await opens(browser.jar.all()), 'login_required');
  });
}

/** Signs a cookie as the server does, with its own key. A thief of the database cannot do this. */
function signature(name: string, value: string): string {
  const keys = server.identity.provider.keys;
  const [key] = Array.isArray(keys) ? keys : [];
  if (typeof key !== 'string') throw new Error('The key of the cookies is not where it was.');
  const hash = createHmac('sha1', key).update(`${name}=${value}`).digest('base64');
  return hash.replace(/\/|\+|=/gu, (sign) => ({ '/': '_', '+': '-', '=': '' })[sign] ?? '');
}

function signed(name: string, value: string, path = '/'): StoredCookie[] {
  return [
    { name, value, path },
    { name: `${name}.sig`, value: signature(name, value), path },
  ];
}

test.serial('what the database holds of a session opens nothing, not even when it is rightly signed', async (t) => {
  const { browser } = await signedIn();
  const value = String(browser.cookie('identity-session'));
  t.is(await opens(signed('identity-session', value)), 'code', 'the signature of this test is right');

  const row = await server.identity.db.oidcSession.findFirstOrThrow({ where: { idHash: hashOf(value) } });
  const hash = Buffer.from(row.idHash ?? []);
  const copies = [
    row.uid,
    hash.toString('hex'),
    hash.toString('base64url'),
    hash.toString('base64'),
    `\\x${hash.toString('hex')}`,
  ];
  for (const copy of copies) t.is(await opens(signed('identity-session', copy)), 'login_required', copy);
  t.false(JSON.stringify(row).includes(value), 'the value itself is not stored');
});

test.serial('the stored hash of an interaction opens nothing, not even when it is rightly signed', async (t) => {
  const { browser, page } = await begin();
  const path = page.url.pathname;
  t.is(browser.cookie('identity-interaction.sig'), signature('identity-interaction', uidOf(page)));
  const hash = Buffer.from(hashOf(uidOf(page)));
  for (const copy of [hash.toString('hex'), hash.toString('base64url')]) {
    const thief = newBrowser();
    thief.jar.add(signed('identity-interaction', copy, path));
    isRefused(t, await thief.request('GET', page.url));
    thief.jar.add(signed('identity-interaction', copy, `/interaction/${copy}`));
    isRefused(t, await thief.request('GET', `/interaction/${copy}`));
  }
});

test.serial('a cookie of one kind is none of another', async (t) => {
  const { browser, page } = await begin();
  const sig = String(browser.cookie('identity-interaction.sig'));
  const forged: StoredCookie[] = [
    { name: 'identity-session', value: uidOf(page), path: '/' },
    { name: 'identity-session.sig', value: sig, path: '/' },
  ];
  t.is(await opens(forged), 'login_required');
  const { browser: other } = await signedIn();
  const session = String(other.cookie('identity-session'));
  const stranger = newBrowser();
  stranger.jar.add(signed('identity-interaction', session, '/'));
  isRefused(t, await stranger.request('GET', `/interaction/${session}`));
});

const passwords = (index: number) => `violet harbor engine ${index}`;

/** A user who is signed in and can change their password. */
async function ownerOfAccount() {
  const { email, userId } = await addUser(server);
  const { tokens } = await signedIn(email);
  const change = (currentPassword: string, newPassword: string) =>
    send(server.issuer, 'POST', '/api/users/me/password', tokens.access_token, { currentPassword, newPassword });
  const living = () => server.identity.db.oidcSession.count({ where: { accountId: userId, endedAt: null } });
  return { email, userId, change, living };
}

/** A sign-in with the right password whose last redirect has not been followed yet. */
async function heldSignIn(email: string, password = demoPassword) {
  const { browser, request, page } = await begin();
  const submitted = await browser.request('POST', page.url, { fields: { email, password } });
  return { browser, request, status: submitted.status, resume: String(submitted.headers.location) };
}

const isAsked = ({ status, body }: WirePage) => status === 200 && body.includes('name="password"');

test.serial('a sign-in that is held back until the password was changed opens nothing and asks again', async (t) => {
  const { email, change, living } = await ownerOfAccount();
  const held = await heldSignIn(email);
  const elsewhere = await heldSignIn(email);
  t.is((await change(demoPassword, passwords(0))).status, 200);

  const asked = await held.browser.open(held.resume);
  t.true(isAsked(asked), `${asked.status} ${asked.url.href}`);
  t.is(await opens(held.browser.jar.all()), 'login_required');
  // oidc-provider uses its cookie, so the URL of another interaction does not help.
  const { page } = await begin();
  const cookie = elsewhere.browser.cookieHeader(new URL(elsewhere.resume, server.issuer).pathname);
  const around = await newBrowser().request('GET', `/oauth/authorize/${uidOf(page)}`, { headers: { cookie } });
  t.false(String(around.headers.location).startsWith(callback), String(around.headers.location));
  t.is(await living(), 1);

  const end = await held.browser.submit(asked, { email, password: passwords(0) });
  t.truthy((await exchange(held.request, end.url)).access_token, 'the new password goes on from there');
});

test.serial('a login that does not name when its account was looked at opens nothing', async (t) => {
  const { email, living } = await ownerOfAccount();
  const held = await heldSignIn(email);
  const uid = String(held.resume.split('/').pop());
  const changed = await server.identity.db.$executeRaw`
    UPDATE identity.oidc_records SET payload = payload #- '{result,login,epoch}' WHERE id_hash = ${hashOf(uid)}`;
  t.is(changed, 1);
  t.true(isAsked(await held.browser.open(held.resume)));
  t.is(await living(), 1);
});

test.serial('a password that is changed while a later step is open ends the sign-in there', async (t) => {
  const { db } = server.identity;
  for (const held of [false, true]) {
    const { email, userId, change, living } = await ownerOfAccount();
    const tenants = await db.tenant.findMany({ where: { slug: { in: ['acme', 'globex'] } } });
    await db.membership.createMany({ data: tenants.map(({ id: tenantId }) => ({ tenantId, userId })) });
    const { browser, request, page } = await begin();
    const choice = await browser.submit(page, credentials(email));
    t.true(choice.body.includes('name="tenant"'), `${choice.status} ${choice.url.href}`);
    const fields = { tenant: String(tenants[0]?.id) };
    const submitted = held ? await browser.request('POST', choice.url, { fields }) : undefined;
    t.is((await change(demoPassword, passwords(0))).status, 200);

    const end = await (submitted ? browser.open(String(submitted.headers.location)) : browser.submit(choice, fields));
    t.false(hasCode(end), end.url.href);
    t.is(await opens(browser.jar.all()), 'login_required');
    t.is(await living(), 1);

    const again = await browser.submit(await browser.open(request.url), { email, password: passwords(0) });
    t.truthy((await exchange(request, (await browser.submit(again, fields)).url)).access_token, 'the steps still work');
  }
});

/** Holds back the deletion of an interaction's row, which oidc-provider does just before it uses the login. */
async function whileResuming(resume: string, during: (release: () => void) => Promise<void>): Promise<void> {
  const uid = String(resume.split('/').pop());
  await server.identity.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM identity.oidc_records WHERE id_hash = ${hashOf(uid)} FOR UPDATE`;
      await new Promise<void>((resolve, reject) => during(resolve).catch(reject));
    },
    { timeout: 20_000 },
  );
}

/** Waits for a statement of the server that is blocked. */
const isBlocked = (like: string) =>
  until(async () => {
    const rows = await server.identity.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${like}`;
    return rows.length > 0;
  });

test.serial('a password that is changed just before the session is made leaves no session and no code', async (t) => {
  const { email, change, living } = await ownerOfAccount();
  const held = await heldSignIn(email);
  let resumed: Promise<WirePage> | undefined;
  await whileResuming(held.resume, async (release) => {
    resumed = held.browser.open(held.resume);
    await isBlocked('DELETE FROM identity.oidc_records%');
    t.is((await change(demoPassword, passwords(0))).status, 200);
    release();
  });
  isRefused(t, await (resumed as Promise<WirePage>));
  t.is(await living(), 1);
  t.is(await opens(held.browser.jar.all()), 'login_required');
});

test.serial('a session that is made while a change of the password commits is found by one of the two', async (t) => {
  const { email, userId, living } = await ownerOfAccount();
  const { db } = server.identity;
  const held = await heldSignIn(email);
  let resumed: Promise<WirePage> | undefined;
  await db.$transaction(
    async (change) => {
      await whileResuming(held.resume, async (release) => {
        resumed = held.browser.open(held.resume);
        await isBlocked('DELETE FROM identity.oidc_records%');
        // As in a password change: first the epoch, then the visible sessions. The new session is not visible yet.
        await change.user.update({ where: { id: userId }, data: { signInEpoch: { increment: 1 } } });
        const now = new Date();
        await change.oidcSession.updateMany({ where: { accountId: userId }, data: { endedAt: now, idHash: null } });
        release();
      });
      await isBlocked('%sign_in_epoch%FOR SHARE%');
    },
    { timeout: 20_000 },
  );
  isRefused(t, await (resumed as Promise<WirePage>));
  t.is(await living(), 0);
});

test.serial('sign-ins that race 20 changes of the password leave no session of an old one', async (t) => {
  const { email, userId, change, living } = await ownerOfAccount();
  for (let round = 0; round < 20; round += 1) {
    const old = round === 0 ? demoPassword : passwords(round - 1);
    const ready = round % 2 === 0 ? await heldSignIn(email, old) : undefined;
    const race = async () => {
      const held = ready ?? (await heldSignIn(email, old));
      return held.status === 303 ? held.browser.open(held.resume) : undefined;
    };
    const [changed, end] = await Promise.all([change(old, passwords(round)), race()]);
    t.is(changed.status, 200);
    if (end?.status && end.status >= 500) t.fail(`${end.status} ${end.body}`);
    t.is(await living(), 1, `round ${round}`);
    const grants = { accountId: userId, revokedAt: null };
    t.is(await server.identity.db.oidcGrant.count({ where: grants }), 1, `round ${round}`);
  }
});
