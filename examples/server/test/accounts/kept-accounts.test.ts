import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { comeDue, enterWaiting } from '../support/account-deletion.js';
import { codeOf, membershipOf, remove, server, signedInUser, userOf } from '../support/deletion-tests.js';
import { asksForCode, enrol, totp } from '../support/second-factor.js';
import { buildRequest, call, configure, exchange } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, type Member, send, tokenOf } from '../support/tenant-api.js';

/** A deleted member of a tenant that has an owner. */
async function deletedMember(role: 'member' | 'admin' = 'member') {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, role);
  const ownerToken = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  t200(await remove(await tokenOf(server.issuer, member.email, tenant.slug)));
  return { tenant, member, ownerToken };
}
function t200({ status, body }: { status: number; body: unknown }) {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
}
const change = (tenantId: string, { membershipId }: Member, token: string, body: object) =>
  send(server.issuer, 'PATCH', `/api/tenants/${tenantId}/members/${membershipId}`, token, body);

/** Signs in to an account that is waiting for its erasure, and keeps it. */
async function keep(email: string) {
  const { browser, request, page } = await enterWaiting(server, email);
  const after = await browser.submit(page, {});
  return exchange(request, after.url);
}

test('signing in offers to keep the account: nothing opens before, and everything but licenses is back after', async (t) => {
  const { tenant, member } = await deletedMember();
  const { id, slug } = tenant;
  const invited = await freshTenant(server);
  const { db } = server.identity;
  await db.membership.create({ data: { tenantId: invited.id, userId: member.userId, status: 'INVITED' } });
  t.like(await membershipOf(member.membershipId), { status: 'SUSPENDED', keptStatus: 'ACTIVE' });
  t.is(await db.membership.count({ where: { tenantId: id, status: 'ACTIVE' } }), 1);

  const { browser, request, page } = await enterWaiting(server, member.email);
  t.is(page.status, 200);
  t.regex(page.html, /It will be permanently deleted on <strong>\d+ \w+ \d{4} \(UTC\)<\/strong>/u);
  t.false(page.html.includes(member.email));
  const silent = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'none' });
  t.is((await browser.open(silent.url)).url.searchParams.get('error'), 'login_required', 'no session yet');
  t.is(await db.oidcSession.count({ where: { accountId: member.userId, endedAt: null } }), 0);

  const after = await browser.submit(page, {});
  const { access_token: token } = await exchange(request, after.url);
  t.like(await userOf(member.userId), { deletedAt: null, eraseAt: null });
  t.like(await membershipOf(member.membershipId), { status: 'ACTIVE', keptStatus: null });
  t.is(await db.membership.count({ where: { userId: member.userId, status: 'INVITED' } }), 1);
  const { body } = await call(server.issuer, '/api/tenants', token);
  t.deepEqual(
    (body['tenants'] as { slug: string }[]).map((found) => found.slug),
    [slug],
  );
  t.regex((await server.mailbox.mailTo(member.email, 2)).subject, /has been restored/u);
  const events = await db.event.findMany({ where: { subjectId: member.userId }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type, tenantId }) => [type, tenantId]),
    [
      ['account.deleted', null],
      ['member.suspended', id],
      ['account.kept', null],
      ['member.reactivated', id],
    ],
  );
});

test('an account with a second factor is kept only after that factor', async (t) => {
  const { userId, email, secret, tokens } = await enrol(server, await addUser(server));
  t.is((await remove(tokens.access_token)).status, 200);
  const { browser, request, page } = await enterWaiting(server, email);
  const asked = await browser.submit(page, {});
  t.true(asksForCode(asked));
  t.is((await browser.submit(asked, { code: '000000' })).status, 401);
  t.is((await browser.submit(asked, { passkey: '{}' })).status, 401);
  t.truthy((await userOf(userId))?.deletedAt, 'the password alone keeps nothing');
  t.is(await server.identity.db.oidcSession.count({ where: { accountId: userId, endedAt: null } }), 0);
  t.is(await server.identity.db.event.count({ where: { type: 'account.kept', subjectId: userId } }), 0);

  const { url } = await browser.submit(asked, { code: totp(secret) });
  t.like((await exchange(request, url)).claims(), { sub: userId, amr: ['pwd', 'otp', 'mfa'] }, 'asked only once');
  t.is((await userOf(userId))?.deletedAt, null);
});

test('a deleted account gives its seats back at once, and keeping it brings none back', async (t) => {
  const { db } = server.identity;
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const { id: licenseTypeId, applicationId } = await db.licenseType.findFirstOrThrow();
  const subscription = await db.subscription.create({
    data: { tenantId: tenant.id, applicationId, licenseTypeId, quantityPurchased: 1 },
  });
  const held = { tenantId: tenant.id, applicationId, userId: member.userId };
  await db.seat.create({ data: { subscriptionId: subscription.id, ...held } });
  const token = await tokenOf(server.issuer, member.email, tenant.slug);
  t.is((await remove(token)).status, 200);
  const assigned = async () =>
    (await db.subscription.findUniqueOrThrow({ where: { id: subscription.id } })).quantityAssigned;
  t.is(await assigned(), 0);
  t.is(await db.seat.count({ where: held }), 0);
  t.is(await db.event.count({ where: { type: 'seat.revoked', subjectId: member.userId } }), 1);
  await keep(member.email);
  t.is(await assigned(), 0);
});

test('leaving the offer ends the request like Cancel, and the account goes on waiting', async (t) => {
  const { userId, email, token } = await signedInUser();
  await remove(token);
  const { browser, page } = await enterWaiting(server, email);
  const after = await browser.submit(page, {}, '/abort');
  t.is(after.url.searchParams.get('error'), 'access_denied');
  t.truthy((await userOf(userId))?.deletedAt);
});

test('the offer is good for its own sign-in, once, and for ten minutes', async (t) => {
  const { userId, email, token } = await signedInUser();
  const { db } = server.identity;
  await remove(token);
  const first = await enterWaiting(server, email);
  const secret = String(/name="keep" value="([^"]+)"/u.exec(first.page.html)?.[1]);
  const other = await enterWaiting(server, (await signedInUser()).email, 'wrong');
  const elsewhere = await other.browser.submit(other.page, { keep: secret });
  t.is(elsewhere.status, 410);
  t.is((await first.browser.submit(first.page, { keep: 'x' })).status, 410);
  t.truthy((await userOf(userId))?.deletedAt);

  await db.accountKeep.update({ where: { userId }, data: { expiresAt: new Date() } });
  t.is((await first.browser.submit(first.page, {})).status, 410);
  const second = await enterWaiting(server, email);
  await db.user.update({ where: { id: userId }, data: { eraseAt: new Date() } });
  t.is((await second.browser.submit(second.page, {})).status, 410, 'its time is over');
  t.truthy((await userOf(userId))?.deletedAt);
});

test('a reset of the password ends an offer that was made for the old one', async (t) => {
  const { userId, email, token } = await signedInUser();
  await remove(token);
  const { browser, page } = await enterWaiting(server, email);
  const owner = new TestBrowser(server.issuer);
  await owner.submit(await owner.open('/password-reset'), { email });
  const { text } = await server.mailbox.mailTo(email, 2);
  const link = String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
  t.is((await owner.submit(await owner.open(link), { password: 'violet harbor engine 77' })).status, 200);
  t.is((await browser.submit(page, {})).status, 410);
  t.truthy((await userOf(userId))?.deletedAt);
});

test('a wrong password on a waiting account looks like any wrong password, and the right one opens nothing else', async (t) => {
  const { email, token } = await signedInUser();
  const living = await signedInUser();
  await remove(token);
  const wrong = await enterWaiting(server, email, 'wrong');
  const any = await enterWaiting(server, living.email, 'wrong');
  t.is(wrong.page.status, 401);
  const own = [/\/interaction\/[\w-]+/gu, /[\w-]+@people\.test/gu, /name="asked" value="[\w-]+"/gu];
  const text = (html: string) => own.reduce((rest, part) => rest.replaceAll(part, ''), html);
  t.is(text(wrong.page.html), text(any.page.html));
  const checked = await server.host.accounts.checkPassword({ email, password: 'demo-Passphrase-42', ip: '127.0.0.1' });
  t.deepEqual(checked, { result: 'wrong' });
});

test('past its time an account cannot be kept, even before the job came', async (t) => {
  const { userId, email, token } = await signedInUser();
  await remove(token);
  await comeDue(server, userId);
  t.is((await enterWaiting(server, email)).page.status, 401);
});

test('nobody can reactivate a member whose account waits to be erased', async (t) => {
  const { tenant, member, ownerToken } = await deletedMember();
  t.deepEqual(codeOf(await change(tenant.id, member, ownerToken, { status: 'ACTIVE' })), [404, 'USER_NOT_FOUND']);
  t.is((await change(tenant.id, member, ownerToken, { role: 'admin' })).status, 200);
  await keep(member.email);
  t.like(await membershipOf(member.membershipId), { status: 'ACTIVE', role: 'admin' });
});

test('a member whom an admin suspends meanwhile stays suspended when the account is kept', async (t) => {
  const { tenant, member, ownerToken } = await deletedMember();
  t.is((await change(tenant.id, member, ownerToken, { status: 'SUSPENDED' })).status, 200);
  await keep(member.email);
  t.like(await membershipOf(member.membershipId), { status: 'SUSPENDED', keptStatus: null });
});

test('an invitation is not accepted by an account that waits', async (t) => {
  const { userId, token } = await signedInUser();
  const { id, owner, slug } = await freshTenant(server);
  const { email } = await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } });
  const ownerToken = await tokenOf(server.issuer, owner.email, slug);
  await remove(token);
  t.is((await send(server.issuer, 'POST', `/api/tenants/${id}/invitations`, ownerToken, { email })).status, 201);
  const secret = await server.mailbox.invitationSecret(email, 2);
  const path = `/api/invitations/${secret}/accept`;
  t.is((await send(server.issuer, 'POST', path, token, {})).status, 401);
  t.is((await send(server.issuer, 'POST', path, undefined, { password: 'violet harbor engine 77' })).status, 401);
});

test('keeping and erasing at the same moment: exactly one of the two happens', async (t) => {
  const waiting = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { userId, email, token } = await signedInUser();
      await remove(token);
      return { userId, ...(await enterWaiting(server, email)) };
    }),
  );
  await Promise.all(
    waiting.map(async ({ userId, browser, page }, index) => {
      const eraseAt = new Date(Date.now() + index * 5);
      await server.identity.db.user.update({ where: { id: userId }, data: { eraseAt } });
      const [after] = await Promise.all([browser.submit(page, {}), server.erase(), server.erase()]);
      // The job of another test may be working on it and is then skipped.
      while ((await userOf(userId))?.deletedAt) await server.erase();
      const user = await userOf(userId);
      if (after.url.searchParams.has('code')) t.is(user?.deletedAt, null);
      else t.is(user, null);
      const ends = { type: { in: ['account.kept', 'account.erased'] }, subjectId: userId };
      t.is(await server.identity.db.event.count({ where: ends }), 1);
    }),
  );
});

// Serial, because the jobs of other tests would erase the account whose erasure has to fail here.
test.serial('an account that cannot be erased holds up no other', async (t) => {
  const first = await signedInUser();
  const second = await signedInUser();
  for (const { userId, token } of [first, second]) {
    await remove(token);
    await comeDue(server, userId);
  }
  const failing = {
    name: 'failing',
    models: [],
    collect: () => Promise.resolve({}),
    erase: (_tx: unknown, userId: string) =>
      userId === first.userId ? Promise.reject(new Error('cannot be erased')) : Promise.resolve(),
  };
  await server.erase([failing]);
  t.truthy(await userOf(first.userId));
  t.is(await userOf(second.userId), null);
  await server.erase();
  t.is(await userOf(first.userId), null);
});

test('after erasing, the address can be registered anew, and nothing old is there', async (t) => {
  const { tenant, member } = await deletedMember('admin');
  const { db } = server.identity;
  await db.ssoLink.create({ data: { userId: member.userId, provider: 'GOOGLE', issuer: 'i', subject: member.userId } });
  await comeDue(server, member.userId);
  await server.erase();
  t.is((await enterWaiting(server, member.email)).page.status, 401);

  const fresh = await freshTenant(server);
  const ownerToken = await tokenOf(server.issuer, fresh.owner.email, fresh.slug);
  const { email } = member;
  await send(server.issuer, 'POST', `/api/tenants/${fresh.id}/invitations`, ownerToken, { email });
  const secret = await server.mailbox.invitationSecret(email, 2);
  const accepted = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, {
    password: 'violet harbor engine 77',
  });
  t.is(accepted.status, 200);
  const user = await db.user.findUniqueOrThrow({
    where: { id: String(accepted.body['userId']) },
    include: { memberships: { include: { seats: true } }, ssoLinks: true, consents: true },
  });
  t.not(user.id, member.userId);
  t.deepEqual(
    user.memberships.map(({ tenantId, seats }) => [tenantId, seats]),
    [[fresh.id, []]],
  );
  t.deepEqual([user.ssoLinks, user.consents], [[], []]);
  t.is(await db.membership.count({ where: { tenantId: tenant.id } }), 1);
  t.is(await db.oidcSession.count({ where: { accountId: member.userId } }), 0);
});
