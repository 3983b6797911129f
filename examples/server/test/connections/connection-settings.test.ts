import test from 'ava';
import {
  act,
  activeConnection,
  addConnection,
  claimsOf,
  enterEmail,
  isDone,
  lastAttempt,
  runTest,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { addUser, send } from '../support/tenant-api.js';

const db = () => server.identity.db;

test('a connection without settings has the usual ones', async (t) => {
  const tenant = await tenantWithDomain();
  const { body } = await act(tenant, await addConnection(tenant), '', 'GET');
  t.like(body, { jit: true, emailClaim: 'email', logoutAtProvider: false, roleByGroup: {} });
});

test('settings that are not valid are refused', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const wrong = [
    { jit: 'no' },
    { emailClaim: 'sub' },
    { emailClaim: null },
    { logoutAtProvider: 1 },
    { roleByGroup: [] },
    { roleByGroup: { x: 'admin' } },
    { roleByGroup: { [crypto.randomUUID()]: 'admin' } },
    { roleByGroup: { [crypto.randomUUID()]: 'owner' } },
    { roleByGroup: Object.fromEntries(Array.from({ length: 51 }, () => [crypto.randomUUID(), 'member'])) },
  ];
  for (const changes of wrong)
    t.is((await act(tenant, id, '', 'PATCH', changes)).status, 422, JSON.stringify(changes).slice(0, 80));
});

test('the email is that of the chosen claim, in a verified domain, whatever email_verified says', async (t) => {
  for (const emailClaim of ['preferred_username', 'upn'] as const) {
    const tenant = await tenantWithDomain();
    const id = await activeConnection(tenant, { emailClaim }).catch(() => undefined);
    t.truthy(id, emailClaim);
    const email = `${emailClaim.slice(0, 3)}@${tenant.domain}`;
    const sent = { sub: emailClaim, email: 'other@elsewhere.test', email_verified: false, [emailClaim]: email };
    const claims = await claimsOf(await signInBy(sent, { typed: email }));
    t.like(await db().user.findUnique({ where: { id: String(claims?.sub) } }), { email });
  }
});

test('another claim than the email counts only if it is an email of a verified domain', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant, { emailClaim: 'upn' });
  const typed = `a@${tenant.domain}`;
  const attempt = async (claims: Record<string, unknown>) => {
    const { page } = await signInBy({ sub: 'x', ...claims }, { typed });
    t.false(isDone(page));
    return (await lastAttempt(id))?.reason;
  };
  t.is(await attempt({ upn: 'a@elsewhere.test' }), 'foreign_email');
  t.is(await attempt({ upn: 'CORP\\a' }), 'no_email');
  t.is(await attempt({ email: typed, email_verified: true }), 'no_email', 'the claim email does not count');
});

test('a claim that only userinfo has counts as well', async (t) => {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant, { emailClaim: 'upn' });
  const upn = `info@${tenant.domain}`;
  const { page } = await signInBy({ sub: 'info' }, { typed: upn, forgery: { userinfo: { upn } } });
  t.true(isDone(page));
});

test('another claim has to be tested first', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { body } = await act(tenant, id, '', 'PATCH', { emailClaim: 'upn' });
  t.like(body, { status: 'DRAFT', emailClaim: 'upn' });
  t.is((await act(tenant, id, '/activate')).body['error'], 'NOT_TESTED');
});

test('without jit, only members and those who are invited as members get in', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const member = { sub: 'old', email: `old@${tenant.domain}` };
  t.true(isDone((await signInBy(member)).page));
  t.like((await act(tenant, id, '', 'PATCH', { jit: false })).body, { status: 'ACTIVE', jit: false });
  t.true(isDone((await signInBy(member)).page), 'a member');

  const stranger = { sub: 'new', email: `new@${tenant.domain}` };
  const refused = await signInBy(stranger);
  t.is(refused.page.status, 403);
  t.regex(refused.page.html, /not a member of this organization/u);
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'not_invited' });
  t.is(await db().user.count({ where: { normalizedEmail: stranger.email } }), 0);

  const invite = (email: string, role: string) =>
    send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, tenant.token, { email, role });
  t.is((await invite(stranger.email, 'member')).status, 201);
  t.true(isDone((await signInBy(stranger)).page), 'an invited one');
  const boss = { sub: 'boss', email: `boss@${tenant.domain}` };
  t.is((await invite(boss.email, 'admin')).status, 201);
  t.is((await signInBy(boss)).page.status, 403, 'an invitation to a higher role is accepted by the own sign-in');
});

test('without jit, somebody with an account is not asked to prove it for a tenant that has not invited them', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant, { jit: false });
  const { email } = await addUser(server, `proven@${tenant.domain}`);
  t.is((await signInBy({ sub: 'proven', email })).page.status, 403);
  t.like(await lastAttempt(id), { reason: 'not_invited' });
});

test('without jit, a former member does not come back by the provider', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const person = { sub: 'gone', email: `gone@${tenant.domain}` };
  const claims = await claimsOf(await signInBy(person));
  await act(tenant, id, '', 'PATCH', { jit: false });
  await db().membership.deleteMany({ where: { tenantId: tenant.id, userId: String(claims?.sub) } });
  t.is((await signInBy(person)).page.status, 403);
  t.like(await lastAttempt(id), { reason: 'not_invited' });
});

test('an invitation that is revoked during the sign-in lets nobody in', async (t) => {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant, { jit: false });
  const email = `late@${tenant.domain}`;
  const path = `/api/tenants/${tenant.id}/invitations`;
  const { body } = await send(server.issuer, 'POST', path, tenant.token, { email, role: 'member' });
  const { browser, gone } = await enterEmail(email);
  const back = await upstream.visit(gone.url, { sub: 'late', email });
  t.is((await send(server.issuer, 'DELETE', `${path}/${body['id']}`, tenant.token)).status, 200);
  t.is((await browser.open(back)).status, 403);
});

test('the test of a connection without jit says that new members need an invitation', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant, { jit: false });
  const page = await runTest(tenant, id);
  t.is(page.status, 200);
  t.regex(page.html, /new members need an invitation/u);
});

test('a rehearsed change of the settings says what would change, and changes nothing', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { status, body } = await act(tenant, id, '?rehearse=true', 'PATCH', { jit: false, logoutAtProvider: true });
  t.is(status, 200);
  const [event] = body['events'] as { type: string; data: { changed: string[] } }[];
  t.deepEqual([event?.type, event?.data.changed], ['connection.updated', ['jit', 'logoutAtProvider']]);
  t.like((await act(tenant, id, '', 'GET')).body, { jit: true, logoutAtProvider: false });
});
