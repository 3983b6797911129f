import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  activeConnection,
  type ConnectedTenant,
  claimsOf,
  enterEmail,
  isDone,
  server,
  signInBy,
  tenantWithDomain,
} from '../support/connection-tests.js';
import { asksForCode, enrolBefore, totp } from '../support/second-factor.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

const db = () => server.identity.db;

/** A tenant that requires single sign-on, with an owner of its domain who may come around the provider. */
async function brokenScene() {
  const tenant = await tenantWithDomain();
  const owner = await addUser(server, `boss@${tenant.domain}`);
  await db().membership.create({ data: { tenantId: tenant.id, userId: owner.userId, role: 'owner' } });
  const { secret } = await enrolBefore(server, owner);
  const connectionId = await activeConnection(tenant);
  const policy = { requireSso: true, breakGlass: [owner.userId], sessionHours: null, idleMinutes: null };
  await db().tenant.update({ where: { id: tenant.id }, data: { policy: { ...policy, allowedNetworks: [] } } });
  return { tenant, owner, secret, connectionId };
}

/** Nothing listens at the issuer any more. */
const breakProvider = (id: string) =>
  db().connection.update({ where: { id }, data: { issuer: 'http://127.0.0.1:2', version: 7 } });

/** The link on a page behind a failed provider. */
function breakGlassLink({ html }: Page): string {
  const href = /href="(\/interaction\/[^"]+breakGlass)"/u.exec(html)?.[1];
  if (!href) throw new Error(`No link on: ${html.slice(-900)}`);
  return href;
}

/** The page of the break-glass sign-in, after the provider has failed. */
async function openForm(tenant: ConnectedTenant, email: string) {
  const { request, browser, gone } = await enterEmail(email, { changes: { tenant: tenant.slug } });
  return { request, browser, failed: gone, form: await browser.open(breakGlassLink(gone)) };
}

test('behind a provider that cannot be reached, a break-glass owner signs in with their own factors', async (t) => {
  const { tenant, owner, secret, connectionId } = await brokenScene();
  await breakProvider(connectionId);
  const { request, browser, failed, form } = await openForm(tenant, owner.email);
  t.is(failed.status, 503);
  t.regex(failed.html, /break-glass owner/u);
  const asked = await browser.submit(form, { email: owner.email, password: demoPassword });
  t.true(asksForCode(asked), asked.html.slice(-900));
  const done = await browser.submit(asked, { code: totp(secret) });
  t.true(isDone(done), done.html.slice(-900));
  t.like(await claimsOf({ request, page: done }), { sub: owner.userId });
  t.is(await db().event.count({ where: { tenantId: tenant.id, type: 'tenant.broke_glass' } }), 1);
});

test('behind an error of the provider, and on the way back from it, the same is offered', async (t) => {
  const { tenant, owner } = await brokenScene();
  const forgery = { callback: (url: URL) => url.searchParams.set('error', 'server_error') };
  const { browser, page } = await signInBy({ sub: 'x', email: owner.email }, { forgery });
  t.is(page.status, 400);
  t.regex((await browser.open(breakGlassLink(page))).html, /name="password"/u);
  // The provider shows an error of its own, and the user goes back.
  const begun = await enterEmail(owner.email, { changes: { tenant: tenant.slug } });
  const back = await begun.browser.open(begun.shown.url);
  t.regex((await begun.browser.open(breakGlassLink(back))).html, /name="password"/u);
});

test('a first visit to the sign-in page does not speak of break-glass owners', async (t) => {
  await brokenScene();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), {});
  t.false((await new TestBrowser(server.issuer).open(request.url)).html.includes('breakGlass'));
});

test('for everybody else it leads nowhere, and does not tell who is listed', async (t) => {
  const { tenant, owner, connectionId } = await brokenScene();
  const member = await addUser(server, `member@${tenant.domain}`);
  await db().membership.create({ data: { tenantId: tenant.id, userId: member.userId, role: 'member' } });
  const unlisted = await addUser(server, `other-owner@${tenant.domain}`);
  await db().membership.create({ data: { tenantId: tenant.id, userId: unlisted.userId, role: 'owner' } });
  await breakProvider(connectionId);
  const answer = async (email: string, password: string) => {
    const { browser, form } = await openForm(tenant, email);
    const page = await browser.submit(form, { email, password });
    return [page.status, /<p>([^<]+)<\/p>/u.exec(page.html)?.[1]];
  };
  const wrong = await answer(owner.email, 'not the password');
  t.is(wrong[0], 401);
  t.regex(String(wrong[1]), /not a break-glass owner/u);
  t.deepEqual(await answer(`nobody@${tenant.domain}`, demoPassword), wrong);
  t.deepEqual(await answer(member.email, demoPassword), wrong);
  t.deepEqual(await answer(unlisted.email, demoPassword), wrong);
});

test('a refused passkey, and an email that is none, stay on the page of break-glass owners', async (t) => {
  const { tenant, owner, connectionId } = await brokenScene();
  await breakProvider(connectionId);
  const { browser, form } = await openForm(tenant, owner.email);
  const stays = /<h1>Sign in as a break-glass owner<\/h1>/u;
  t.regex(form.html, stays);
  t.is(form.html.match(/name="breakGlass"/gu)?.length, form.html.match(/data-passkey/gu) ? 2 : 1);
  const passkey = await browser.submit(form, { passkey: '{}', breakGlass: 'yes' });
  t.is(passkey.status, 401);
  t.regex(passkey.html, stays);
  const code = await browser.submit(form, { email: 'nobody', emailCode: '', breakGlass: 'yes' });
  t.is(code.status, 422);
  t.regex(code.html, stays);
});

test('an owner who is no break-glass owner any more, or has no second factor, does not get in', async (t) => {
  const { tenant, owner, connectionId } = await brokenScene();
  await breakProvider(connectionId);
  await db().user.update({ where: { id: owner.userId }, data: { mfaEnabled: false } });
  const { browser, form } = await openForm(tenant, owner.email);
  t.is((await browser.submit(form, { email: owner.email, password: demoPassword })).status, 401);
});

test('an email of no connection signs in on that page as on any other', async (t) => {
  const { tenant, owner, connectionId } = await brokenScene();
  await breakProvider(connectionId);
  const { browser, form } = await openForm(tenant, owner.email);
  const page = await browser.submit(form, { email: 'owner@acme.test', password: demoPassword });
  t.not(page.status, 401);
  t.false(isDone(page), 'the policy still decides');
});
