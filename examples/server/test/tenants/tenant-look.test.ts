import { createHash } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { openAccount } from '../support/account-pages.js';
import { giveLook, look } from '../support/branded-tenant.js';
import { api, newEmail, server } from '../support/invitation-tests.js';
import { requestScene } from '../support/license-requests.js';
import { pro } from '../support/licensing-api.js';
import { allSent } from '../support/merged-mails.js';
import { asksForCode, asksToSetUp, enrol, forgetLastCode } from '../support/second-factor.js';
import { enterPassword } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, tokenOf } from '../support/tenant-api.js';

async function branded(brand?: Record<string, string>) {
  const tenant = await freshTenant(server);
  return { tenant, images: await giveLook(server, tenant.id, brand) };
}

/** The policy of the page allows its styles, and nothing is loaded from elsewhere. */
function isAllowed(t: ExecutionContext, { html, headers }: Page) {
  const policy = headers.get('content-security-policy') ?? '';
  for (const [, css = ''] of html.matchAll(/<style>(.*?)<\/style>/gsu))
    t.true(policy.includes(createHash('sha256').update(css).digest('base64')));
}

function hasLook(
  t: ExecutionContext,
  page: Page,
  { logo, favicon }: { logo: string; favicon: string },
  name = look.name,
) {
  t.true(page.html.includes(`<img class="logo" src="${logo}" alt/>`));
  t.true(page.html.includes(`<link rel="icon" href="${favicon}"/>`));
  t.regex(page.html, new RegExp(`<header class="brand">.*${name}.*</header>`, 'u'));
  t.true(page.html.includes(look.accentColor), 'the colour');
  t.true(page.html.includes('Sign-in and accounts by'), 'the footer says whose service it is');
  isAllowed(t, page);
}

function hasNoLook(t: ExecutionContext, page: Page) {
  t.notRegex(page.html, /brand-images|Acme Bank|#9d1c4a/u);
  t.true(page.html.includes('<svg class="mark"'));
  isAllowed(t, page);
}

test("a sign-in that begins at a tenant's console has its look on every page", async (t) => {
  const { tenant, images } = await branded();
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(`/console/${tenant.slug}/members?search=x`);
  t.regex(page.url.pathname, /^\/interaction\//u);
  hasLook(t, page, images);
  const wrong = await browser.submit(page, { email: tenant.owner.email, password: 'wrong' });
  t.is(wrong.status, 401);
  hasLook(t, wrong, images);
  const forgot = await browser.open(`${page.url.pathname}/return?forgot`);
  t.is(forgot.url.pathname, '/password-reset');
  hasLook(t, forgot, images);
  const incomplete = await browser.submit(forgot, { email: 'nobody' });
  t.is(incomplete.status, 422);
  hasLook(t, incomplete, images);
  hasLook(t, await browser.submit(forgot, { email: newEmail() }), images);
  const done = await enterPassword(browser, await browser.open(page.url), tenant.owner.email);
  t.is(done.url.pathname, `/console/${tenant.slug}/members`);
});

/** The sign-in that a page of ours asks for, with other parameters. */
async function signInFor(browser: TestBrowser, changes: Record<string, string>) {
  const asked = await new TestBrowser(server.issuer).request('GET', new URL('/account', server.issuer));
  const url = new URL(asked.headers.get('location') ?? '', server.issuer);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  return browser.open(url);
}

test('the page that confirms who one is has the look as well', async (t) => {
  const { tenant, images } = await branded();
  const path = `/console/${tenant.slug}`;
  const { browser } = await openAccount(server.issuer, tenant.owner.email, { path });
  const page = await signInFor(browser, { prompt: 'login', state: `${path}/security` });
  t.regex(page.html, /Confirm it is you/u);
  hasLook(t, page, images);
});

test('the pages of the second factor have the look as well', async (t) => {
  const { tenant, images } = await branded();
  const member = await addMember(server, tenant.id, 'admin');
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  const path = `/console/${tenant.slug}`;
  const browser = new TestBrowser(server.issuer);
  const setUp = await enterPassword(browser, await browser.open(path), member.email);
  t.true(asksToSetUp(setUp));
  hasLook(t, setUp, images);
  await enrol(server, member);
  await forgetLastCode(server, member.userId);
  const other = new TestBrowser(server.issuer);
  const code = await enterPassword(other, await other.open(path), member.email);
  t.true(asksForCode(code));
  hasLook(t, code, images);
});

test('a tenant that is unknown, has no look or is closing looks like the deployment', async (t) => {
  const plain = await freshTenant(server);
  const closing = await branded();
  await server.identity.db.tenant.update({ where: { id: closing.tenant.id }, data: { closingAt: new Date() } });
  const { slug } = (await branded()).tenant;
  const open = (path: string) => new TestBrowser(server.issuer).open(path);
  for (const each of [plain.slug, closing.tenant.slug, 'no-such-tenant', slug.toUpperCase(), `${slug}x`])
    hasNoLook(t, await open(`/console/${each}`));
  for (const path of [
    '/console',
    '/account',
    `/account?x=/console/${slug}`,
    '/password-reset',
    '/password-reset?interaction=x',
  ])
    hasNoLook(t, await open(path));
});

test('of an unknown tenant and of one without a look, the pages of the sign-in are the same', async (t) => {
  const { slug } = await freshTenant(server);
  const open = async (path: string) => {
    const { html, url } = await new TestBrowser(server.issuer).open(path);
    return html.replaceAll(String(url.pathname.split('/').at(-1)), 'UID').replaceAll(/data-options="[^"]*"/gu, '');
  };
  const pages = [await open(`/console/${slug}`), await open('/console/no-such-tenant')];
  const plain = pages.map((html) => html.replaceAll(/[\w-]{30,}/gu, ''));
  t.is(plain[0], plain[1]);
});

test('a state that only looks like a console chooses no look', async (t) => {
  const { tenant } = await branded();
  const { slug } = tenant;
  const states = [
    `//evil.test/console/${slug}`,
    `https://evil.test/console/${slug}`,
    `/x/console/${slug}`,
    `/console/${slug}.x`,
  ];
  for (const state of states) hasNoLook(t, await signInFor(new TestBrowser(server.issuer), { state }));
});

test('the pages of an invitation, and the sign-in on the way, have the look of the tenant', async (t) => {
  const { tenant, images } = await branded();
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const invite = async (email: string) => {
    t.is((await api('POST', `/api/tenants/${tenant.id}/invitations`, token, { email })).status, 201);
    return `/invitations/${await server.mailbox.invitationSecret(email)}`;
  };
  const link = await invite(newEmail());
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(link);
  hasLook(t, page, images);
  const weak = await browser.submit(page, { displayName: 'Nina', password: 'short' });
  t.is(weak.status, 422);
  hasLook(t, weak, images);
  hasNoLook(t, await browser.open('/invitations/unknown'));

  const user = await addUser(server);
  const second = await invite(user.email);
  await enrol(server, user);
  const other = new TestBrowser(server.issuer);
  const asked = await other.submit(await other.open(second), { password: demoPassword });
  t.true(asksForCode(asked));
  hasLook(t, asked, images);
});

test('without a name in the look, an invitation shows the name of the tenant, and the sign-in does not', async (t) => {
  const { tenant, images } = await branded({ accentColor: look.accentColor });
  const email = newEmail();
  const token = await tokenOf(server.issuer, tenant.owner.email);
  await api('POST', `/api/tenants/${tenant.id}/invitations`, token, { email });
  const browser = new TestBrowser(server.issuer);
  hasLook(t, await browser.open(`/invitations/${await server.mailbox.invitationSecret(email)}`), images, 'Fresh');
  t.false((await browser.open(`/console/${tenant.slug}`)).html.includes('Fresh'), 'the name is not public');
});

async function mailTo(email: string) {
  await allSent(server.identity);
  return server.mailbox.all.find(({ to }) => to === email);
}

test("a tenant's mails have its logo, colour and name, and the text stays as it is", async (t) => {
  const scenes = [await requestScene(server, 5), await requestScene(server, 5)] as const;
  const images = await giveLook(server, scenes[0].tenant.id, { ...look, logoUrl: 'https://tracker.test/pixel.png' });
  const mails = [];
  for (const { tenant, owner, grant, asked } of scenes) {
    const invited = newEmail();
    await api('POST', `/api/tenants/${tenant.id}/invitations`, owner, { email: invited });
    const member = await addMember(server, tenant.id, 'member');
    t.is((await grant(member.userId, pro)).status, 201);
    await asked();
    mails.push([await mailTo(invited), await mailTo(member.email), await mailTo(tenant.owner.email)]);
  }
  const [own = [], plain = []] = mails;
  for (const [index, mail] of own.entries()) {
    const html = mail?.html ?? '';
    t.true(html.includes(`<img src="${server.issuer}${images.logo}" alt height="32"`));
    t.regex(html, />Acme Bank<\/p>/u);
    t.true(html.includes(`background:${look.accentColor}`));
    t.true(html.includes('Sign-in and accounts by Identity Server'));
    t.false(html.includes('tracker.test'), 'no other host learns who opens a mail');
    const other = plain[index];
    t.notRegex(other?.html ?? '', /<img|Acme Bank|Sign-in and accounts by/u);
    const same = (text = '') => text.replaceAll(/https?:\S+|\S+@\S+/gu, '');
    t.is(same(mail?.text), same(other?.text));
  }
});
