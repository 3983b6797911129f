import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  activeConnection,
  type ConnectedTenant,
  isDone,
  server,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { ageFactor, enrol } from '../support/second-factor.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';

const db = () => server.identity.db;

/** A tenant that requires single sign-on, and an invitation to an email. */
async function invitedScene(role = 'member', emailOf = (tenant: ConnectedTenant) => `mia@${tenant.domain}`) {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  await enrol(server, tenant.owner);
  await ageFactor(server, tenant.owner);
  const email = emailOf(tenant);
  const path = `/api/tenants/${tenant.id}/invitations`;
  const { status, body } = await send(server.issuer, 'POST', path, tenant.token, { email, role });
  if (status !== 201) throw new Error(`Not invited: ${status}`);
  const policy = { requireSso: true, breakGlass: [tenant.owner.userId], sessionHours: null, idleMinutes: null };
  await db().tenant.update({ where: { id: tenant.id }, data: { policy: { ...policy, allowedNetworks: [] } } });
  const secret = await server.mailbox.invitationSecret(email);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(`/invitations/${secret}`);
  return { tenant, email, secret, browser, page, invitationId: String(body['id']) };
}

/** Sends the form, until the browser is at the provider. */
async function goToProvider({ browser, page, email }: Awaited<ReturnType<typeof invitedScene>>) {
  const next = await browser.submit(page, {});
  return next.url.origin === new URL(upstream.issuer).origin ? next : browser.submit(next, { email });
}

test('an invitation to a tenant that requires single sign-on goes to its provider, and asks for no password', async (t) => {
  const scene = await invitedScene();
  const { tenant, email, browser, page, invitationId } = scene;
  t.is(page.status, 200);
  t.false(page.html.includes('name="password"'));
  t.regex(page.html, /Corp Login/u);
  const gone = await goToProvider(scene);
  t.is(gone.url.origin, new URL(upstream.issuer).origin);
  t.is(gone.url.searchParams.get('login_hint'), email);
  const joined = await browser.open(await upstream.visit(gone.url, { sub: 'mia', email }));
  t.is(joined.status, 200, joined.html.slice(-900));
  t.regex(joined.html, /Fresh/u);
  t.false(joined.html.includes('name="password"'));
  const user = await db().user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.is(user.passwordHash, null);
  const key = { tenantId_userId: { tenantId: tenant.id, userId: user.id } };
  t.like(await db().membership.findUnique({ where: key }), { role: 'member', status: 'ACTIVE' });
  t.is((await db().invitation.findUniqueOrThrow({ where: { id: invitationId } })).status, 'ACCEPTED');
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { tenant: tenant.slug });
  t.true(isDone(await browser.open(request.url)));
});

test('its form takes no password either', async (t) => {
  const { email, browser, page } = await invitedScene();
  const next = await browser.submit(page, { displayName: 'Mia', password: 'a long enough passphrase' });
  t.not(next.status, 422);
  t.is(await db().user.count({ where: { normalizedEmail: email } }), 0);
});

test('a user who has an account is sent to the provider, and proves the account there', async (t) => {
  const scene = await invitedScene('member', (tenant) => `known@${tenant.domain}`);
  const { userId } = await addUser(server, scene.email);
  const page = await scene.browser.open(scene.page.url);
  t.false(page.html.includes('name="password"'));
  const gone = await goToProvider({ ...scene, page });
  const asked = await scene.browser.open(await upstream.visit(gone.url, { sub: 'known', email: scene.email }));
  t.regex(asked.html, /You already have an account/u);
  await scene.browser.submit(asked, { password: demoPassword });
  const key = { tenantId_userId: { tenantId: scene.tenant.id, userId } };
  t.like(await db().membership.findUnique({ where: key }), { role: 'member', status: 'ACTIVE' });
});

test('an invitation to a higher role, or to an email of no connection, is accepted by the own sign-in', async (t) => {
  const admin = await invitedScene('admin');
  t.regex(admin.page.html, /name="password"/u);
  const guest = await invitedScene('member', () => `guest-${Date.now()}@elsewhere.example`);
  t.regex(guest.page.html, /name="password"/u);
});

test('without required single sign-on, an invitation is accepted as before', async (t) => {
  const { tenant, browser, page } = await invitedScene();
  const { policy } = await db().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  await db().tenant.update({ where: { id: tenant.id }, data: { policy: { ...Object(policy), requireSso: false } } });
  t.regex((await browser.open(page.url)).html, /name="password"/u);
});
