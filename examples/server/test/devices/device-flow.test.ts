import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import {
  addDeviceClient,
  allowDevice,
  askForCode,
  changeCode,
  openDevicePage,
  poll,
  pollAtOnce,
  rowOf,
  send,
  typeCode,
} from '../support/devices.js';
import { call } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let tv: string;
test.before(async () => {
  server = await startTestServer({ deviceFlow: true });
  tv = await addDeviceClient(server);
});
test.after.always(() => server?.stop());

test('a device gets the tokens of the user who allows it, for the tenant of the user, and refreshes them', async (t) => {
  const device = await askForCode(server, tv);
  t.is(device.verification_uri, `${server.issuer}/device`);
  t.regex(device.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/u);
  t.is(device.expires_in, 600);
  t.like(await poll(server, tv, device), { status: 400, body: { error: 'authorization_pending' } });

  const done = await allowDevice(server, device);
  t.is(done.status, 200);
  t.regex(done.html, /The device is connected/u);
  const { status, body } = await poll(server, tv, device);
  t.is(status, 200);
  const accessToken = String(body['access_token']);
  t.like(decodeJwt(accessToken), { client_id: tv, tenant_slug: 'acme' });
  t.like((await call(server.issuer, '/api/users/me', accessToken)).body, { email: 'owner@acme.test' });
  const refreshed = await send(server, '/api/oauth/token', {
    grant_type: 'refresh_token',
    client_id: tv,
    refresh_token: String(body['refresh_token']),
  });
  t.is(refreshed.status, 200);
  const { db } = server.identity;
  const acme = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  const { userId } = await db.membership.findFirstOrThrow({ where: { user: { email: 'owner@acme.test' } } });
  const event = await db.event.findFirstOrThrow({ where: { type: 'device.allowed' }, orderBy: { id: 'asc' } });
  t.like(event, { tenantId: acme.id, actorId: userId, subjectId: tv, data: { name: 'Living room TV' } });
});

test('the page that allows a device shows client, code, place, tenant and account; nothing before it allows', async (t) => {
  const device = await askForCode(server, tv, { userAgent: 'Smart <TV> 9000' });
  const { browser, page } = await openDevicePage(server, device);
  for (const part of [
    'Living room TV',
    device.user_code,
    '127.0.0.1',
    'Smart &lt;TV> 9000',
    'Acme Inc.',
    'owner@acme.test',
  ])
    t.true(page.html.includes(part), part);
  t.like(await poll(server, tv, device), { status: 400, body: { error: 'authorization_pending' } });
  // The form of the page without what the page shows.
  const blind = await browser.request('POST', new URL(page.url), new URLSearchParams({}));
  t.is(blind.status, 400);
  t.like(await poll(server, tv, device), { status: 400, body: { error: 'authorization_pending' } });
});

test('a link with the code fills it in, and sends nothing by itself', async (t) => {
  const device = await askForCode(server, tv);
  const page = await new TestBrowser(server.issuer).open(device.verification_uri_complete);
  t.is(page.status, 200);
  t.true(page.html.includes(`value="${device.user_code}"`));
  t.false(page.html.includes('<script'));
});

test('who denies gives the device nothing, and the code is over', async (t) => {
  const device = await askForCode(server, tv);
  const { browser, page } = await openDevicePage(server, device);
  const denied = await browser.submit(page, {}, '/abort');
  t.regex(denied.html, /The device gets no access/u);
  t.like(await poll(server, tv, device), { status: 400, body: { error: 'access_denied' } });
  t.is((await typeCode(new TestBrowser(server.issuer), device.user_code)).status, 422);
});

test('a device code is used once, also by twenty requests at once', async (t) => {
  const device = await askForCode(server, tv);
  await allowDevice(server, device);
  await changeCode(server, device, `payload = payload || '{"interval": 0}'`);
  const answers = await Promise.all(Array.from({ length: 20 }, () => pollAtOnce(server, tv, device)));
  // A second use ends what the first one got: it may end the grant before the tokens of the first are written.
  t.true(answers.filter(({ status }) => status === 200).length <= 1);
  t.like(await poll(server, tv, device), { status: 400, body: { error: 'invalid_grant' } });
  t.is((await typeCode(new TestBrowser(server.issuer), device.user_code)).status, 422);
});

test('of two users who allow one code, the first gets the device', async (t) => {
  const device = await askForCode(server, tv);
  const [first, second] = await Promise.all([
    openDevicePage(server, device, { email: 'owner@acme.test' }),
    openDevicePage(server, device, { email: 'admin@acme.test' }),
  ]);
  const pages = await Promise.all([first.browser.submit(first.page, {}), second.browser.submit(second.page, {})]);
  t.is(pages.filter(({ html }) => html.includes('The device is connected')).length, 1);
  t.is((await poll(server, tv, device)).status, 200);
});

test('an expired code can neither be typed in, nor allowed, nor used', async (t) => {
  const device = await askForCode(server, tv);
  const { browser, page } = await openDevicePage(server, device);
  await changeCode(server, device, `expires_at = now() - interval '1 second'`);
  t.is((await browser.submit(page, {})).status, 400);
  t.is((await typeCode(new TestBrowser(server.issuer), device.user_code)).status, 422);
  t.like(await poll(server, tv, device), { status: 400, body: { error: 'expired_token' } });
});

test('only the browser in which the code was typed sees the page that allows', async (t) => {
  const device = await askForCode(server, tv);
  const { page } = await openDevicePage(server, device);
  const other = await new TestBrowser(server.issuer).open(page.url);
  t.is(other.status, 400);
  t.false(other.html.includes(device.user_code));
});

test('a device needs a sign-in of the last ten minutes', async (t) => {
  const { browser } = await openDevicePage(server, await askForCode(server, tv), { email: 'member@acme.test' });
  const again = await typeCode(browser, (await askForCode(server, tv)).user_code);
  t.false(again.html.includes('name="password"'), 'a fresh session is enough');
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 700))
    WHERE account_id = (SELECT id::text FROM identity.users WHERE email = 'member@acme.test')`;
  const stale = await typeCode(browser, (await askForCode(server, tv)).user_code);
  t.true(stale.html.includes('name="password"'));
});

test('a third-party client also needs the consent of the user, before the page of the device', async (t) => {
  const partner = await addDeviceClient(server, { firstParty: false, name: 'Partner TV' });
  const device = await askForCode(server, partner, { scope: 'openid email' });
  const { browser, page } = await openDevicePage(server, device);
  t.regex(page.html, /wants access to your account/u);
  const confirm = await browser.submit(page, {});
  t.true(confirm.html.includes(device.user_code));
  t.regex((await browser.submit(confirm, {})).html, /The device is connected/u);
  t.is((await poll(server, partner, device)).status, 200);
});

test('a device that asks too often is told to slow down, for longer each time', async (t) => {
  const device = await askForCode(server, tv);
  t.like(await pollAtOnce(server, tv, device), { body: { error: 'authorization_pending' } });
  t.like(await pollAtOnce(server, tv, device), { status: 400, body: { error: 'slow_down' } });
  t.is((await rowOf(server, device)).interval, 10);
});

test('a client without the device flow, and a code of another client, get nothing', async (t) => {
  const off = await addDeviceClient(server, { deviceFlow: false });
  t.like(await send(server, '/api/oauth/device', { client_id: off }), {
    status: 400,
    body: { error: 'invalid_request' },
  });
  const device = await askForCode(server, tv);
  await allowDevice(server, device);
  const other = await addDeviceClient(server);
  t.like(await poll(server, other, device), { status: 400, body: { error: 'invalid_grant' } });
});

test('neither code is stored in plain text, and a reference to a row is not a code', async (t) => {
  const device = await askForCode(server, tv);
  await allowDevice(server, device);
  const { hash, text } = await rowOf(server, device);
  for (const secret of [device.device_code, device.user_code, device.user_code.replace('-', '')])
    t.false(text.includes(secret));
  const stolen = await send(server, '/api/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: tv,
    device_code: `#${hash}`,
  });
  t.like(stolen, { status: 400, body: { error: 'invalid_grant' } });
  t.is((await poll(server, tv, device)).status, 200);
});
