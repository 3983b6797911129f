import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { activeConnection, claimsOf, server, signInBy, tenantWithDomain } from '../support/connection-tests.js';
import { crm, pro } from '../support/licensing-api.js';
import { ownSignIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';

const db = () => server.identity.db;
const license = { applicationId: crm, licenseTypeId: pro };

/** A tenant with an active connection, and calls about one invited email. */
async function invitedScene(name: string, role: 'owner' | 'admin' | 'member', more: Record<string, unknown> = {}) {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  const email = `${name}@${tenant.domain}`;
  const invite = async () => {
    const path = `/api/tenants/${tenant.id}/invitations`;
    const { status } = await send(server.issuer, 'POST', path, tenant.token, { email, role, ...more });
    if (status !== 201) throw new Error(`Not invited: ${status}`);
    return server.mailbox.invitationSecret(email);
  };
  const signInByProvider = async () => String((await claimsOf(await signInBy({ sub: name, email })))?.sub);
  const membership = (userId: string) =>
    db().membership.findUnique({ where: { tenantId_userId: { tenantId: tenant.id, userId } } });
  const invitation = () => db().invitation.findFirstOrThrow({ where: { tenantId: tenant.id, email } });
  return { tenant, email, invite, signInByProvider, membership, invitation };
}

/** Gives an account a password, and signs in with it. */
async function tokenByPassword(userId: string, email: string): Promise<string> {
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  return (await ownSignIn(server.issuer, { email })).tokens.access_token;
}

test('a provider accepts an invitation to member', async (t) => {
  const { invite, signInByProvider, membership, invitation } = await invitedScene('mia', 'member');
  await invite();
  const userId = await signInByProvider();
  t.like(await membership(userId), { role: 'member', status: 'ACTIVE' });
  t.is((await invitation()).status, 'ACCEPTED');
});

for (const role of ['owner', 'admin'] as const)
  test(`a provider does not accept an invitation to ${role}, and the invited user does so by their own sign-in`, async (t) => {
    const { email, invite, signInByProvider, membership, invitation } = await invitedScene('hana', role);
    const secret = await invite();
    const userId = await signInByProvider();
    t.like(await membership(userId), { role: 'member', status: 'ACTIVE' });
    t.is((await invitation()).status, 'PENDING');
    const token = await tokenByPassword(userId, email);
    const { status } = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, token, {});
    t.is(status, 200);
    t.like(await membership(userId), { role, status: 'ACTIVE' });
    t.is((await invitation()).status, 'ACCEPTED');
    const changed = await db().event.findFirst({ where: { subjectId: userId, type: 'member.role_changed' } });
    t.like(changed?.data, { role, previousRole: 'member' });
  });

test('an account that was invited as an owner joins by the provider as a member', async (t) => {
  const { tenant, email, invite, membership, invitation } = await invitedScene('ola', 'owner');
  const { userId } = await addUser(server, email);
  const secret = await invite();
  t.like(await membership(userId), { role: 'owner', status: 'INVITED' });
  const { page, browser } = await signInBy({ sub: 'ola', email });
  await browser.submit(page, { password: demoPassword });
  t.like(await membership(userId), { role: 'member', status: 'ACTIVE' });
  t.like(await invitation(), { status: 'PENDING', role: 'owner' });
  const { tokens } = await ownSignIn(server.issuer, { email });
  const accepted = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, tokens.access_token, {});
  t.is(accepted.status, 200);
  t.like(await membership(userId), { role: 'owner', status: 'ACTIVE' });
  t.is(await db().membership.count({ where: { tenantId: tenant.id } }), 2);
});

test('the page of an invitation to owner asks a session of the provider for the own sign-in', async (t) => {
  const { email, invite, membership } = await invitedScene('pia', 'owner');
  const { browser, ...signedIn } = await signInBy({ sub: 'pia', email });
  const userId = String((await claimsOf(signedIn))?.sub);
  await db().membership.deleteMany({ where: { userId } });
  const secret = await invite();
  const page = await browser.open(`/invitations/${secret}`);
  t.regex(page.html, /name="password"/u);
  await browser.submit(page, { password: 'not the password' });
  t.like(await membership(userId), { status: 'INVITED' });
});

test('the seats of an invitation to admin stay reserved until the user accepts it', async (t) => {
  const { tenant, email, invite, signInByProvider } = await invitedScene('sam', 'admin', { licenses: [license] });
  await db().subscription.create({ data: { tenantId: tenant.id, ...license, quantityPurchased: 1 } });
  const secret = await invite();
  const userId = await signInByProvider();
  t.is(await db().seat.count({ where: { tenantId: tenant.id } }), 0);
  t.is(await db().seatReservation.count({ where: { tenantId: tenant.id } }), 1);
  const token = await tokenByPassword(userId, email);
  t.is((await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, token, {})).status, 200);
  t.is(await db().seat.count({ where: { tenantId: tenant.id, userId } }), 1);
  t.is(await db().seatReservation.count({ where: { tenantId: tenant.id } }), 0);
});
