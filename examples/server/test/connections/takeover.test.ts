import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  activeConnection,
  addConnection,
  addDomain,
  claimsOf,
  enterEmail,
  isDone,
  lastAttempt,
  linksOf,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { addUser } from '../support/tenant-api.js';

const users = () => server.identity.db.user;

test('the email of an existing account links nothing before its owner proves it', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { userId, email } = await addUser(server, `victim@${tenant.domain}`);
  const { page, browser, request } = await signInBy({ sub: 'attacker', email, email_verified: true });
  t.false(isDone(page));
  t.regex(page.html, /You already have an account/u);
  t.deepEqual(await linksOf(id), []);
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'proof_required', userId });

  const wrong = await browser.submit(page, { password: 'not the password' });
  t.is(wrong.status, 401);
  t.deepEqual(await linksOf(id), []);

  const done = await browser.submit(wrong, { password: demoPassword });
  t.true(isDone(done), done.html);
  t.is((await claimsOf({ request, page: done }))?.sub, userId);
  const [link] = await linksOf(id);
  t.like(link, { userId, subject: 'attacker' });
  t.like(await lastAttempt(id), { result: 'SIGNED_IN', reason: 'proven' });
  t.regex((await server.mailbox.mailTo(email)).subject, /linked/u);
});

test('a mailed link proves an account, and takes over one whose email was never verified', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { userId, email } = await addUser(server, `squatted@${tenant.domain}`);
  await users().update({ where: { id: userId }, data: { emailVerified: false } });
  const { page, browser, request } = await signInBy({ sub: 'rightful', email });
  await browser.submit(page, { proof: 'mail' });
  const link = new URL(/http\S+return\?\S+/u.exec((await server.mailbox.mailTo(email)).text)?.[0] ?? '');
  const elsewhere = await new TestBrowser(server.issuer).open(link);
  t.is(elsewhere.status, 400);
  const confirm = await browser.open(link);
  t.is(confirm.status, 200);
  t.deepEqual(await linksOf(id), []);
  const done = await browser.submit(confirm, {});
  t.is((await claimsOf({ request, page: done }))?.sub, userId);
  t.like(await users().findUnique({ where: { id: userId } }), { passwordHash: null, emailVerified: true });
  t.is((await linksOf(id)).length, 1);
});

test('an imported account whose email is not proven is not opened by its email, and the mailbox takes it over', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { userId, email } = await addUser(server, `imported@${tenant.domain}`);
  await users().update({ where: { id: userId }, data: { emailVerified: false, emailToProve: true } });
  const { page, browser, request } = await signInBy({ sub: 'rightful-import', email });
  t.false(isDone(page));
  t.deepEqual(await linksOf(id), []);
  await browser.submit(page, { proof: 'mail' });
  const link = new URL(/http\S+return\?\S+/u.exec((await server.mailbox.mailTo(email)).text)?.[0] ?? '');
  const done = await browser.submit(await browser.open(link), {});
  t.is((await claimsOf({ request, page: done }))?.sub, userId);
  const taken = { passwordHash: null, emailVerified: true, emailToProve: false };
  t.like(await users().findUnique({ where: { id: userId } }), taken);
});

test('an email of another domain is refused, verified or not', async (t) => {
  const [tenant, other] = [await tenantWithDomain(), await tenantWithDomain()];
  const id = await activeConnection(tenant);
  await activeConnection(other);
  const { email: victim } = await addUser(server, `victim@${other.domain}`);
  for (const email of [victim, `new@${other.domain}`, 'owner@acme.test', `x@sub.${tenant.domain}`]) {
    const { page } = await signInBy({ sub: email, email, email_verified: true }, { typed: `a@${tenant.domain}` });
    t.is(page.status, 403, email);
    t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'foreign_email', email });
  }
  t.deepEqual(await linksOf(id), []);
});

test('a domain of the tenant that is not one of the connection does not count', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  await addDomain(tenant.id, `other.${tenant.domain}`);
  const { page } = await signInBy({ sub: 'x', email: `x@other.${tenant.domain}` }, { typed: `a@${tenant.domain}` });
  t.is(page.status, 403);
  t.like(await lastAttempt(id), { reason: 'foreign_email' });
});

test('an email that the provider has not verified is refused', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  for (const email_verified of [false, 'false']) {
    const { page } = await signInBy({ sub: 'x', email: `unverified@${tenant.domain}`, email_verified });
    t.is(page.status, 403);
    t.like(await lastAttempt(id), { reason: 'email_not_verified' });
  }
  t.is(await users().count({ where: { normalizedEmail: `unverified@${tenant.domain}` } }), 0);
});

test('without an email nobody new is signed in', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { page } = await signInBy({ sub: 'nobody' }, { typed: `a@${tenant.domain}` });
  t.is(page.status, 403);
  t.like(await lastAttempt(id), { reason: 'no_email' });
});

test('a subject that was given to somebody else does not open the account of the one before', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  await signInBy({ sub: 'recycled', email: `first@${tenant.domain}` });
  await signInBy({ sub: 'second', email: `second@${tenant.domain}` });
  const { page } = await signInBy({ sub: 'recycled', email: `second@${tenant.domain}` });
  t.is(page.status, 403);
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'subject_reused' });
});

test('a second subject with the email of a linked account opens nothing before its owner proves it', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  await signInBy({ sub: 'one', email: `one@${tenant.domain}` });
  const { page } = await signInBy({ sub: 'other', email: `one@${tenant.domain}` });
  t.false(isDone(page));
  t.like(await lastAttempt(id), { result: 'REFUSED', reason: 'proof_required', subject: 'other' });
  t.deepEqual(
    (await linksOf(id)).map(({ subject }) => subject),
    ['one'],
  );
});

test('the response is accepted once, in the browser that began, and for this sign-in', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const victim = await enterEmail(`a@${tenant.domain}`);
  const attacker = await enterEmail(`a@${tenant.domain}`);
  const response = await upstream.visit(attacker.gone.url, { sub: 'attacker', email: `attacker@${tenant.domain}` });
  // The attacker's response in the victim's browser.
  const mixed = await victim.browser.open(response);
  t.is(mixed.status, 400);
  t.deepEqual(await linksOf(id), []);
  const done = await attacker.browser.open(response);
  t.true(isDone(done));
  const replayed = await attacker.browser.open(response);
  t.is(replayed.status, 400);
  t.is((await linksOf(id)).length, 1);
});

test('the response to one sign-in does not finish another of the same browser', async (t) => {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant);
  const browser = new TestBrowser(server.issuer);
  const one = await enterEmail(`a@${tenant.domain}`, { browser });
  const response = await upstream.visit(one.gone.url, { sub: 'a', email: `a@${tenant.domain}` });
  const back = (await browser.request('GET', response)).headers.get('location') ?? '';
  const visit = new URL(back, server.issuer).searchParams.get('connection');
  const other = await enterEmail(`a@${tenant.domain}`, { browser });
  const uid = other.shown.url.pathname;
  const page = await browser.open(`${uid}/return?connection=${visit}`);
  t.is(page.status, 400);
});

test('a response of one connection is not accepted at another', async (t) => {
  const [tenant, other] = [await tenantWithDomain(), await tenantWithDomain()];
  await activeConnection(tenant);
  const otherId = await activeConnection(other);
  const { browser, gone } = await enterEmail(`a@${tenant.domain}`);
  const response = await upstream.visit(gone.url, { sub: 'a', email: `a@${other.domain}` });
  response.pathname = `/sso/c/${otherId}/callback`;
  t.is((await browser.open(response)).status, 400);
  t.deepEqual(await linksOf(otherId), []);
});

test('a suspended member and a closed account are refused, a removed member joins again', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const person = { sub: 'eve', email: `eve@${tenant.domain}` };
  const userId = String((await claimsOf(await signInBy(person)))?.sub);
  const { membership } = server.identity.db;
  const key = { tenantId_userId: { tenantId: tenant.id, userId } };
  await membership.update({ where: key, data: { status: 'SUSPENDED' } });
  t.is((await signInBy(person)).page.status, 403);
  t.like(await lastAttempt(id), { reason: 'member_suspended' });
  await membership.delete({ where: key });
  t.true(isDone((await signInBy(person)).page));
  t.like(await membership.findUnique({ where: key }), { status: 'ACTIVE', role: 'member' });
  await users().update({ where: { id: userId }, data: { disabledAt: new Date() } });
  t.is((await signInBy(person)).page.status, 403);
  t.like(await lastAttempt(id), { reason: 'account_closed' });
});

test('an account that a directory made is linked without a proof, but only by its own connection', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const { userId, email } = await addUser(server, `hired@${tenant.domain}`);
  await server.identity.db.expectedUser.create({ data: { connectionId: id, userId } });
  const visit = await signInBy({ sub: 'hired', email });
  t.is((await claimsOf(visit))?.sub, userId);
  t.like(await lastAttempt(id), { reason: 'expected' });
  t.is(await server.identity.db.expectedUser.count({ where: { userId } }), 0);

  const draft = await addConnection(tenant);
  const elsewhere = await addUser(server, `elsewhere@${tenant.domain}`);
  await server.identity.db.expectedUser.create({ data: { connectionId: draft, userId: elsewhere.userId } });
  await signInBy({ sub: 'elsewhere', email: elsewhere.email });
  t.like(await lastAttempt(id), { reason: 'proof_required', userId: elsewhere.userId });
});
