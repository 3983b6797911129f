import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { begin } from '../support/second-factor.js';
import { addSoftwarePasskey, passkeyOptionsOn } from '../support/software-passkey.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  // Passkeys belong to a host name, never to an IP.
  server = await startTestServer({ hostname: 'localhost' });
});
test.after.always(() => server?.stop());

/** Sends a signed challenge. Follows no redirect. */
async function send(browser: TestBrowser, page: Page, passkey: string): Promise<number> {
  const response = await browser.request(
    'POST',
    new URL(page.url.pathname, page.url),
    new URLSearchParams({ passkey }),
  );
  await response.arrayBuffer();
  return response.status;
}

test('the sign-in page asks for a passkey of anybody, with a new challenge each time, and stores nothing for it', async (t) => {
  const { db } = server.identity;
  const { browser, page } = await begin(server, {});
  const views = await Promise.all(Array.from({ length: 20 }, () => browser.open(page.url)));
  const asked = [page, ...views].map(passkeyOptionsOn);
  t.is(new Set(asked.map(({ challenge }) => challenge)).size, 21);
  for (const { rpId, userVerification, allowCredentials } of asked)
    t.deepEqual(
      { rpId, userVerification, allowCredentials },
      { rpId: 'localhost', userVerification: 'required', allowCredentials: [] },
    );
  const uid = page.url.pathname.split('/').at(-1) ?? '';
  t.is(await db.passkeyChallenge.count({ where: { place: { contains: uid } } }), 0);
  t.regex(page.html, /<input[^>]* name="email"[^>]* autocomplete="username webauthn"/u);
});

test('the page for an address that has passkeys looks like that for an address that is unknown', async (t) => {
  const { userId, email } = await addUser(server, 'known@passkeys.example.com');
  await addSoftwarePasskey(server, userId);
  const shape = async (email: string) => {
    const { page } = await begin(server, { changes: { login_hint: email } });
    const { challenge, ...options } = passkeyOptionsOn(page);
    return { options, length: challenge.length };
  };
  t.deepEqual(await shape(email), await shape('unknown@passkeys.example.com'));
});

test('of one signed challenge that is sent twenty times at once, one opens the account', async (t) => {
  const { userId } = await addUser(server, 'twenty@passkeys.example.com');
  const signed = await addSoftwarePasskey(server, userId);
  const { browser, page } = await begin(server, {});
  const passkey = signed(passkeyOptionsOn(page).challenge);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => send(browser, page, passkey)));
  t.is(statuses.filter((status) => status === 303).length, 1, statuses.join(' '));
  t.is(statuses.filter((status) => status === 401).length, 19, statuses.join(' '));
});

test('a challenge of another sign-in, of another step, or with a changed bit opens nothing and is stored nowhere', async (t) => {
  const { db } = server.identity;
  const { userId, email } = await addUser(server, 'other@passkeys.example.com');
  const signed = await addSoftwarePasskey(server, userId);
  const [one, two] = [await begin(server, {}), await begin(server, {})];
  const mine = passkeyOptionsOn(one.page).challenge;
  t.is(await send(two.browser, two.page, signed(mine)), 401, 'of another sign-in');
  const changed = Buffer.from(mine, 'base64url');
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
  t.is(await send(one.browser, one.page, signed(changed.toString('base64url'))), 401, 'with a changed bit');
  t.is(await send(one.browser, one.page, signed('AAAA')), 401, 'made up');
  const second = await begin(server, { email });
  t.is(passkeyOptionsOn(second.page).allowCredentials.length, 1);
  t.is(await send(second.browser, second.page, signed(mine)), 401, 'of the step before');
  t.is(await db.passkeyChallenge.count({ where: { userId } }), 0);
  t.is(await send(second.browser, second.page, signed(passkeyOptionsOn(second.page).challenge)), 303);
});

test('an account that waits to be erased is kept with its passkey, and not by the password alone', async (t) => {
  const { userId, email } = await addUser(server, 'kept@passkeys.example.com');
  const signed = await addSoftwarePasskey(server, userId);
  const { db } = server.identity;
  await db.user.update({
    where: { id: userId },
    data: { deletedAt: new Date(), eraseAt: new Date(Date.now() + 3_600_000) },
  });
  const { browser, page } = await begin(server, { email });
  const asked = await browser.submit(page, {});
  t.is(passkeyOptionsOn(asked).allowCredentials.length, 1);
  const isClosed = async () => (await db.user.findUniqueOrThrow({ where: { id: userId } })).deletedAt !== null;
  t.true(await isClosed());
  const done = await browser.submit(asked, { passkey: signed(passkeyOptionsOn(asked).challenge) });
  t.true(done.url.searchParams.has('code'));
  t.false(await isClosed());
});
