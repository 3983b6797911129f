import type { Page } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { formTokenOf, openAccount, post } from '../support/account-pages.js';
import { begin, enrol, totp } from '../support/second-factor.js';
import { addSoftwarePasskey } from '../support/software-passkey.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const path = '/account/security';
let server: TestServer;
test.before(async () => {
  server = await startTestServer({ hostname: 'localhost' });
});
test.after.always(() => server?.stop());

const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script)>.*?<\/\1>/gsu, '')
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ');
const remaining = (userId: string) => server.identity.db.passkey.count({ where: { userId } });

/** A user with one passkey and ten recovery codes who has just signed in. */
async function passkeyOwner(name: string) {
  const person = await addUser(server, `${name}@security.example.com`);
  const { browser } = await openAccount(server.issuer, person.email, { path });
  await addSoftwarePasskey(server, person.userId);
  // As if this session had added the passkey: it has used a second factor.
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{amr}', '["pwd", "pop", "mfa"]')
    WHERE account_id = ${person.userId}`;
  return { ...person, browser, page: await browser.open(path) };
}

test('the page is called Security and tells the state of everything that opens the account', async (t) => {
  const { userId, email } = await addUser(server, 'states@security.example.com');
  const { page, browser } = await openAccount(server.issuer, email, { path });
  t.regex(page.html, /<h1>Security<\/h1>/u);
  const before = textOf(page.html);
  t.regex(before, /Password Set/u, 'chosen before its date was kept');
  t.regex(before, /Authenticator app Off/u);
  t.regex(before, /Recovery codes None/u);
  const passwords = { currentPassword: demoPassword, newPassword: 'violet harbor engine 77' };
  t.is((await post(browser, page, passwords, { path: '/account/password' })).status, 303);
  t.regex(textOf((await browser.open(path)).html), /Password Last changed on \d+ \w+ \d+/u);
  const begun = await post(browser, page, { do: 'begin' });
  const secret = /<code class="secret">([A-Z2-7 ]+)<\/code>/u.exec(begun.html)?.[1]?.replaceAll(' ', '') ?? '';
  await post(browser, page, { do: 'confirm', code: totp(secret) });
  await addSoftwarePasskey(server, userId);
  const after = textOf((await browser.open(path)).html);
  t.regex(after, /Authenticator app On since/u);
  t.regex(after, /Software Added .*?Not used yet/u);
  t.regex(after, /Recovery codes 10 left/u);
});

test('an account without a password says so', async (t) => {
  const { userId, email } = await addUser(server, 'none@security.example.com');
  const { browser } = await openAccount(server.issuer, email, { path });
  await server.identity.db.user.update({ where: { id: userId }, data: { passwordHash: null } });
  t.regex(textOf((await browser.open(path)).html), /Password Not set/u);
});

test('before a passkey is made the page says what changes', async (t) => {
  const { email } = await addUser(server, 'before@security.example.com');
  const { browser, page } = await openAccount(server.issuer, email, { path });
  const { html } = await post(browser, page, { do: 'begin-passkey' });
  t.regex(textOf(html), /your password alone no longer signs you in/u);
  t.regex(textOf(html), /10 recovery codes/u);
  t.regex(textOf(html), /QR code/u);
});

test('removing a passkey is confirmed on a page that says it is the last second factor, without a script', async (t) => {
  const { userId, browser, page } = await passkeyOwner('last');
  const passkeyId = /name="passkeyId" value="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  const form = /<input type="hidden" name="do" value="([^"]+)"\/?><input type="hidden" name="passkeyId"/u.exec(
    page.html,
  );
  const asked = await post(browser, page, { do: form?.[1] ?? '', passkeyId });
  t.is(asked.status, 200);
  t.regex(textOf(asked.html), /Remove the passkey .*Software/u);
  t.regex(textOf(asked.html), /last second factor/u);
  t.regex(textOf(asked.html), /recovery codes stop working/u);
  t.is(await remaining(userId), 1, 'asking removes nothing');
  t.false(asked.html.includes('<script'));

  const confirmation: Page = { ...page, html: asked.html };
  t.truthy(formTokenOf(confirmation));
  const removed = await browser.submit(confirmation, {}, path);
  t.regex(textOf(removed.html), /The passkey was removed\./u);
  t.is(await remaining(userId), 0);
});

test('removing one of two second factors says what is left, and an app is confirmed as well', async (t) => {
  const { userId, browser } = await enrol(server, await addUser(server, 'two@security.example.com'));
  await addSoftwarePasskey(server, userId);
  const page = await browser.open(path);
  const asked = await post(browser, page, { do: 'ask-remove' });
  t.is(asked.status, 200);
  t.regex(textOf(asked.html), /Remove the authenticator app/u);
  t.notRegex(textOf(asked.html), /last second factor/u);
  t.regex(textOf(asked.html), /passkey/u);
  t.is(await server.identity.db.totp.count({ where: { userId } }), 1);
  await browser.submit({ ...page, html: asked.html }, {}, path);
  t.is(await server.identity.db.totp.count({ where: { userId } }), 0);
});

test("asking to remove another person's passkey is refused", async (t) => {
  const [one, two] = [await passkeyOwner('one'), await passkeyOwner('other')];
  const passkeyId = /name="passkeyId" value="([^"]+)"/u.exec(two.page.html)?.[1] ?? '';
  t.is((await post(one.browser, one.page, { do: 'ask-remove-passkey', passkeyId })).status, 404);
});

test('who has a passkey and no app is not told of an app, and gets in with a recovery code', async (t) => {
  const { userId, email } = await passkeyOwner('no-app');
  const { browser, page, finish } = await begin(server, { email });
  t.notRegex(textOf(page.html), /\bapp\b/u);
  t.regex(textOf(page.html), /QR code/u);
  t.regex(textOf(page.html), /recovery code/u);
  const wrong = await browser.submit(page, { code: 'aaaa-bbbb-cccc-dddd' });
  t.is(wrong.status, 401);
  t.notRegex(textOf(wrong.html), /\bapp\b|next code/u);
  const { createHash } = await import('node:crypto');
  const codeHash = Uint8Array.from(createHash('sha256').update('aaaabbbbccccdddd').digest());
  await server.identity.db.recoveryCode.create({ data: { userId, codeHash } });
  const done = await browser.submit(wrong, { code: 'aaaa-bbbb-cccc-dddd' });
  t.is((await finish(done)).claims()?.sub, userId);
});
