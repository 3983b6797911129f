import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  activeConnection,
  type ConnectedTenant,
  claimsOf,
  isDone,
  lastAttempt,
  linksOf,
  server,
  signInBy,
  tenantWithDomain,
} from '../support/connection-tests.js';
import { exchange } from '../support/sign-in.js';
import { addUser, freshTenant, send } from '../support/tenant-api.js';

const db = () => server.identity.db;
const emailOf = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).email;

/** A member whom a connection has made. */
async function memberScene(sub = 'ada') {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const email = `${sub}@${tenant.domain}`;
  const first = await signInBy({ sub, email });
  const tokens = await exchange(first.request, first.page.url);
  const userId = String(tokens.claims()?.sub);
  return { tenant, id, sub, email, userId, tokens, browser: first.browser };
}

const setRole = (tenant: ConnectedTenant, userId: string, role: 'owner' | 'admin' | 'member') =>
  db().membership.update({ where: { tenantId_userId: { tenantId: tenant.id, userId } }, data: { role } });

test('a known subject with a new email of the domain is signed in, and the account gets the email', async (t) => {
  const { tenant, id, sub, email, userId, tokens } = await memberScene();
  const married = `ada.byron@${tenant.domain}`;
  const visit = await signInBy({ sub, email: married });
  t.true(isDone(visit.page), visit.page.html);
  t.is((await claimsOf(visit))?.sub, userId);
  t.like(await db().user.findUnique({ where: { id: userId } }), { email: married, emailVerified: true });
  t.like(await lastAttempt(id), { result: 'SIGNED_IN', reason: 'email_changed', email: married, userId });
  for (const told of [email, married]) t.regex((await server.mailbox.mailTo(told)).text, /ada\.byron@/u);
  // What was open before has ended, as after a change by a directory.
  t.is((await send(server.issuer, 'GET', '/api/users/me', tokens.access_token)).status, 401);
  t.is(await db().event.count({ where: { type: 'email.changed', subjectId: userId } }), 1);
  const again = await signInBy({ sub, email: married });
  t.is((await claimsOf(again))?.sub, userId);
  t.like(await lastAttempt(id), { reason: 'linked' });
});

test('the email changes also in a browser that has a session of the account', async (t) => {
  const { tenant, sub, userId, browser } = await memberScene();
  const { identity } = server;
  await identity.db.tenant.update({
    where: { id: tenant.id },
    data: {
      policy: { requireSso: false, breakGlass: [], sessionHours: 1, idleMinutes: null, allowedNetworks: [] },
    },
  });
  await identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', '1700000000') WHERE account_id = ${userId}`;
  const visit = await signInBy({ sub, email: `renamed@${tenant.domain}` }, { browser });
  t.true(isDone(visit.page), visit.page.html);
  t.is((await claimsOf(visit))?.sub, userId);
});

test('a known subject with an email outside of the verified domains is refused', async (t) => {
  const { tenant, id, sub, email, userId } = await memberScene();
  const { page } = await signInBy({ sub, email: 'ada@elsewhere.example' }, { typed: email });
  t.is(page.status, 403);
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'foreign_email', userId });
  t.is(await emailOf(userId), `ada@${tenant.domain}`);
});

test('an account that the tenant does not manage keeps its email, and its user is signed in', async (t) => {
  const other = await freshTenant(server);
  const cases: Record<string, (tenant: ConnectedTenant, userId: string) => Promise<unknown>> = {
    owner: (tenant, userId) => setRole(tenant, userId, 'owner'),
    admin: (tenant, userId) => setRole(tenant, userId, 'admin'),
    'super admin': (_tenant, userId) => db().user.update({ where: { id: userId }, data: { superAdmin: true } }),
    'member of another tenant': (_tenant, userId) =>
      db().membership.create({ data: { tenantId: other.id, userId, role: 'member' } }),
    'private email': (_tenant, id) =>
      db().user.update({
        where: { id },
        data: { email: `${id}@home.example`, normalizedEmail: `${id}@home.example` },
      }),
  };
  for (const [name, prepare] of Object.entries(cases)) {
    const { tenant, id, sub, userId } = await memberScene();
    await prepare(tenant, userId);
    const before = await emailOf(userId);
    const visit = await signInBy({ sub, email: `new@${tenant.domain}` });
    t.true(isDone(visit.page), `${name}: ${visit.page.html}`);
    t.is((await claimsOf(visit))?.sub, userId, name);
    t.is(await emailOf(userId), before, name);
    t.like(await lastAttempt(id), { result: 'SIGNED_IN', reason: 'email_kept', userId }, name);
  }
});

test('a new email that the provider has not verified does not become that of the account', async (t) => {
  const { tenant, id, sub, email, userId } = await memberScene();
  const visit = await signInBy({ sub, email: `new@${tenant.domain}`, email_verified: false });
  t.true(isDone(visit.page), visit.page.html);
  t.is(await emailOf(userId), email);
  t.like(await lastAttempt(id), { reason: 'email_kept' });
});

test('a new email that is that of another account opens neither of the two', async (t) => {
  const { tenant, id, sub, email, userId } = await memberScene();
  const other = await addUser(server, `taken@${tenant.domain}`);
  const { page } = await signInBy({ sub, email: other.email });
  t.is(page.status, 403);
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'subject_reused' });
  t.deepEqual([await emailOf(userId), await emailOf(other.userId)], [email, other.email]);
});

test('two subjects that have swapped their emails open no account, until an owner unlinks them', async (t) => {
  const { tenant, id, email: one, userId: oneId } = await memberScene('one');
  const two = `two@${tenant.domain}`;
  const twoId = String((await claimsOf(await signInBy({ sub: 'two', email: two })))?.sub);
  for (const [sub, email] of [
    ['one', two],
    ['two', one],
  ] as const) {
    t.is((await signInBy({ sub, email })).page.status, 403);
    t.like(await lastAttempt(id), { reason: 'subject_reused' });
  }
  t.deepEqual([await emailOf(oneId), await emailOf(twoId)], [one, two]);
  for (const userId of [oneId, twoId]) {
    const path = `/api/tenants/${tenant.id}/connections/${id}/links/${userId}`;
    t.is((await send(server.issuer, 'DELETE', path, tenant.token)).status, 200);
  }
  const { page } = await signInBy({ sub: 'one', email: two });
  t.regex(page.html, /You already have an account/u);
});

test('of two subjects that get the same new email at once, one account has it', async (t) => {
  const { tenant, userId: oneId } = await memberScene('one');
  const twoId = String((await claimsOf(await signInBy({ sub: 'two', email: `two@${tenant.domain}` })))?.sub);
  const email = `both@${tenant.domain}`;
  const pages = await Promise.all(['one', 'two'].map(async (sub) => (await signInBy({ sub, email })).page));
  t.deepEqual(pages.filter(isDone).length, 1);
  t.deepEqual(
    pages.map(({ status }) => status).filter((status) => status >= 500),
    [],
  );
  const emails = [await emailOf(oneId), await emailOf(twoId)];
  t.is(emails.filter((each) => each === email).length, 1);
});

test('a new subject with the email of a linked account replaces the link once its owner has proven it', async (t) => {
  const { id, email, userId } = await memberScene();
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  const sessions = () =>
    db().oidcSession.findMany({ where: { accountId: userId, endedAt: null }, select: { uid: true } });
  const [old, ...none] = await sessions();
  t.truthy(old);
  t.deepEqual(none, []);
  const { page, browser, request } = await signInBy({ sub: 'rehired', email });
  t.regex(page.html, /You already have an account/u);
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'proof_required', userId });
  const subjects = async () => (await linksOf(id)).map(({ subject }) => subject);
  t.deepEqual(await subjects(), ['ada']);
  const wrong = await browser.submit(page, { password: 'not the password' });
  t.is(wrong.status, 401);
  t.deepEqual(await subjects(), ['ada']);
  const done = await browser.submit(wrong, { password: demoPassword });
  t.is((await claimsOf({ request, page: done }))?.sub, userId);
  t.deepEqual(await subjects(), ['rehired']);
  const event = await db().event.findFirst({ where: { type: 'connection.linked', subjectId: userId } });
  t.like(event?.data, { connectionId: id, replaced: true });
  // What the subject before has opened ends; the new session goes on.
  const left = await sessions();
  t.is(left.length, 1);
  t.not(left[0]?.uid, old?.uid);
  // The subject before is a stranger now.
  const before = await signInBy({ sub: 'ada', email });
  t.regex(before.page.html, /You already have an account/u);
});

test('a user without a password proves the account to a new subject by mail', async (t) => {
  const { id, email, userId } = await memberScene();
  const { page, browser, request } = await signInBy({ sub: 'rehired', email });
  await browser.submit(page, { proof: 'mail' });
  const link = new URL(/http\S+return\?\S+/u.exec((await server.mailbox.mailTo(email)).text)?.[0] ?? '');
  const done = await browser.submit(await browser.open(link), {});
  t.is((await claimsOf({ request, page: done }))?.sub, userId);
  t.like((await linksOf(id))[0], { subject: 'rehired', userId });
});

test('an account that a directory expects needs a proof if it is linked to another subject', async (t) => {
  const { id, email, userId } = await memberScene();
  await db().expectedUser.create({ data: { connectionId: id, userId } });
  const { page } = await signInBy({ sub: 'rehired', email });
  t.regex(page.html, /You already have an account/u);
});
