import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { openAccount, post } from '../support/account-pages.js';
import { asksForCode, begin, enrol, totp } from '../support/second-factor.js';
import { buildRequest, configure, enterPassword } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

/** The focused field, with the text that a screen reader reads for it. */
function focusedField(html: string) {
  const [tag = '', ...others] = html.match(/<(?:input|select|div)[^>]* autofocus[^>]*>/gu) ?? [];
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`, 'u').exec(tag)?.[1];
  const describedBy = attribute('aria-describedby')?.split(' ') ?? [];
  const textOf = (id: string) => new RegExp(`id="${id}"[^>]*>(?:<svg.*?</svg><p>)?([^<]*)<`, 'u').exec(html)?.[1];
  return {
    name: attribute('name'),
    role: attribute('role'),
    invalid: attribute('aria-invalid') === 'true',
    says: describedBy.map(textOf),
    others: others.length,
  };
}
const titleOf = (html: string) => /<title>([^<]*)<\/title>/u.exec(html)?.[1] ?? '';

async function wrongPasswords(email: string, times: number, acceptLanguage = 'en') {
  const browser = new TestBrowser(server.issuer, { acceptLanguage });
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
  let page = await browser.open(url);
  for (let tries = 0; tries < times; tries += 1) page = await enterPassword(browser, page, email, 'wrong');
  return { browser, page };
}
const withoutNames = (html: string, email: string) =>
  html.replaceAll(email, '…').replaceAll(/\/interaction\/[\w-]+/gu, '…');

test('after too many wrong passwords the sign-in page says how long to wait, the same for an unknown email', async (t) => {
  const { email } = await addUser(server);
  const unknown = `${randomUUID()}@people.test`;
  const typo = await wrongPasswords(email, 1);
  t.regex(typo.page.html, /That email and password do not match/u);
  t.notRegex(typo.page.html, /Too many attempts/u);
  const [known, other] = await Promise.all([wrongPasswords(email, 10), wrongPasswords(unknown, 11)]);
  t.is(known.page.status, 401);
  t.regex(known.page.html, /Too many attempts\. Try again in a minute\./u);
  t.is(withoutNames(known.page.html, email), withoutNames(other.page.html, unknown));
  const right = await enterPassword(known.browser, known.page, email);
  t.regex(right.html, /Try again in a minute/u, 'the right password is not looked at, either');
  t.regex(titleOf(right.html), /^Error: /u);
});

test('the sign-in page says it in German, too', async (t) => {
  const { page } = await wrongPasswords(`${randomUUID()}@people.test`, 11, 'de');
  t.regex(page.html, /Zu viele Versuche\. Versuchen Sie es in einer Minute noch einmal\./u);
  t.regex(titleOf(page.html), /^Fehler: /u);
});

test('after too many wrong codes the page of the second factor says how long to wait', async (t) => {
  const user = await addUser(server);
  const { secret } = await enrol(server, user);
  const started = await begin(server, { email: user.email });
  let page = started.page;
  page = await started.browser.submit(page, { code: '000000' });
  t.like(focusedField(page.html), { name: 'code', invalid: true, others: 0 });
  t.notRegex(page.html, /too many/iu);
  for (let tries = 1; tries < 6; tries += 1) page = await started.browser.submit(page, { code: '000000' });
  t.regex(page.html, /Too many attempts\. Try again in a minute\./u);
  const right = await started.browser.submit(page, { code: totp(secret) });
  t.regex(right.html, /Try again in a minute/u);
  t.false(asksForCode(started.page) && right.url.searchParams.has('code'));
});

test('account pages say how long to wait after too many wrong passwords', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/account/email' });
  let refused = await post(browser, page, { email: 'new@people.test', password: 'wrong' });
  t.deepEqual(focusedField(refused.html), {
    name: 'password',
    role: undefined,
    invalid: true,
    says: ['That is not your password.'],
    others: 0,
  });
  for (let tries = 1; tries < 11; tries += 1)
    refused = await post(browser, page, { email: 'new@people.test', password: 'wrong' });
  t.is(refused.status, 400);
  t.deepEqual(focusedField(refused.html).says, ['Too many attempts. Try again in a minute.']);
});

const refusals: [string, string, Record<string, string>, string, RegExp][] = [
  ['delete', 'a wrong confirmation', { password: demoPassword, confirmation: 'yes' }, 'confirmation', /Type DELETE/u],
  ['delete', 'a wrong password', { password: 'wrong', confirmation: 'DELETE' }, 'password', /not your password/u],
  ['delete', 'no password', { confirmation: 'DELETE' }, 'password', /not your password/u],
  [
    'password',
    'a wrong password',
    { currentPassword: 'wrong', newPassword: 'correct horse battery' },
    'currentPassword',
    /not your current password/u,
  ],
  [
    'password',
    'no new password',
    { currentPassword: demoPassword, newPassword: '' },
    'newPassword',
    /8 to 256 characters/u,
  ],
  [
    'password',
    'a weak password',
    { currentPassword: demoPassword, newPassword: 'password1' },
    'newPassword',
    /too easy to guess/u,
  ],
  [
    'password',
    'the same password',
    { currentPassword: demoPassword, newPassword: demoPassword },
    'newPassword',
    /already your password/u,
  ],
  ['email', 'half an email', { email: 'me@', password: demoPassword }, 'email', /Enter a full email address/u],
  ['email', 'no password', { email: 'new@people.test', password: '' }, 'password', /Enter your password/u],
  ['profile', 'a wrong website', { displayName: 'Nina', website: 'x' }, 'website', /full web address/u],
];
for (const [area, what, fields, name, says] of refusals) {
  test(`the page ${area} refuses ${what} in its own words, at the field, which has the focus`, async (t) => {
    const { email } = await addUser(server);
    const { browser, page } = await openAccount(server.issuer, email, { path: `/account/${area}` });
    const { status, html } = await post(browser, page, fields);
    t.true(status >= 400 && status < 500, String(status));
    const focused = focusedField(html);
    t.like(focused, { name, invalid: true, others: 0 });
    t.regex(String(focused.says[0]), says);
    t.regex(titleOf(html), /^Error: /u);
    t.notRegex(html, /see details|Send the word/u);
  });
}

test('a refusal that is about no field has the focus itself', async (t) => {
  const { owner } = await freshTenant(server);
  const { browser, page } = await openAccount(server.issuer, owner.email, { path: '/account/delete' });
  const { html } = await post(browser, page, { password: demoPassword, confirmation: 'DELETE' });
  t.like(focusedField(html), { role: 'alert', others: 0 });
  t.regex(html, /only owner/u);
});

test('the invitation page says at the field what is wrong, and how long to wait', async (t) => {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const { email } = await addUser(server);
  await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email });
  const browser = new TestBrowser(server.issuer);
  const secret = await server.mailbox.invitationSecret(email);
  let page = await browser.submit(await browser.open(`/invitations/${secret}`), { password: 'wrong' });
  t.like(focusedField(page.html), { name: 'password', invalid: true, others: 0 });
  for (let tries = 1; tries < 11; tries += 1) page = await browser.submit(page, { password: 'wrong' });
  t.regex(String(focusedField(page.html).says[0]), /Try again in a minute/u);
});
