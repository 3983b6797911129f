import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import {
  db,
  isDead,
  leaked,
  lines,
  linkTo,
  newPassword,
  requestReset,
  rowOf,
  server,
  setPassword,
} from '../support/password-reset-tests.js';
import { buildRequest, call, configure, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';

test('a mailed link sets a new password and ends everything the old one opened', async (t) => {
  const { userId, email } = await addUser(server);
  const other = await addUser(server);
  await db().user.update({ where: { id: userId }, data: { emailVerified: false } });
  const { tokens, config, browser: oldBrowser } = await signIn(server.issuer, { email });
  const body = { email: `${randomUUID()}@new.test`, password: demoPassword };
  await send(server.issuer, 'POST', '/api/users/me/email', tokens.access_token, body);
  const before = await rowOf(userId);

  const asked = await requestReset(email);
  t.is(asked.status, 200);
  const browser = new TestBrowser(server.issuer);
  const link = await linkTo(email);
  await browser.open(link);
  const page = await browser.open(link);
  t.is(page.status, 200);
  t.is((await rowOf(userId)).passwordHash, before.passwordHash, 'looking changes nothing');
  const foreign = { email: other.email, username: other.email, userId: other.userId, token: 'x' };
  const done = await browser.submit(page, { password: newPassword, ...foreign });
  t.is(done.status, 200);

  const after = await rowOf(userId);
  t.not(after.passwordHash, before.passwordHash);
  t.is((await rowOf(other.userId)).passwordHash, before.passwordHash, 'the link alone says whose password it is');
  t.like(after, { emailVerified: true, signInEpoch: before.signInEpoch + 1 });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)));
  const again = await oldBrowser.open((await buildRequest(config)).url);
  t.is(again.url.origin, server.issuer, 'the old session opens nothing');
  t.is((await enterPassword(oldBrowser, again, email)).status, 401, 'nor does the old password');
  t.truthy((await signIn(server.issuer, { email, password: newPassword })).tokens.access_token);
  t.is(await db().emailChange.count({ where: { userId } }), 0);
  t.regex((await server.mailbox.mailTo(email, 2)).subject, /was reset/u);
  const events = await db().event.findMany({ where: { subjectId: userId, type: 'password.reset' } });
  t.deepEqual(
    events.map(({ actorId, tenantId }) => ({ actorId, tenantId })),
    [{ actorId: userId, tenantId: null }],
  );
  await isDead(t, link, userId, 'used');
});

test('known, unknown and waiting addresses get the same answer, and only an account a mail', async (t) => {
  const [known, waiting] = [await addUser(server), await addUser(server)];
  await db().user.update({ where: { id: waiting.userId }, data: { deletedAt: new Date() } });
  const unknown = `${randomUUID()}@people.test`;
  const responses = [];
  for (const email of [unknown, waiting.email, known.email]) {
    const { status, headers, html } = await requestReset(email);
    const names = [...headers.keys()].sort();
    responses.push({ status, names, length: headers.get('content-length'), html: html.replaceAll(email, 'X') });
  }
  t.is(responses[0]?.status, 200);
  t.deepEqual(responses[1], responses[0]);
  t.deepEqual(responses[2], responses[0]);
  await Promise.all([linkTo(known.email), linkTo(waiting.email)]);
  t.false(server.mailbox.all.some(({ to }) => to === unknown));
});

test('the mail goes to the address of the account, not to the one that was typed', async (t) => {
  const { email } = await addUser(server);
  const typed = email.toUpperCase().replace('PEOPLE', 'ＰＥＯＰＬＥ');
  t.is((await requestReset(typed)).status, 200);
  t.truthy(await linkTo(email));
  t.false(server.mailbox.all.some(({ to }) => to === typed));
});

test('after three mails to one address the answer stays the same, no further mail is sent, and the last link works', async (t) => {
  const { userId, email } = await addUser(server);
  const pages = [];
  for (let time = 0; time < 3; time += 1) pages.push((await requestReset(email)).html);
  const { secretHash } = await db().passwordReset.findUniqueOrThrow({ where: { userId } });
  pages.push((await requestReset(email.toUpperCase())).html.replaceAll(email.toUpperCase(), email));
  t.is(new Set(pages).size, 1);
  t.deepEqual((await db().passwordReset.findUniqueOrThrow({ where: { userId } })).secretHash, secretHash);
  t.is((await new TestBrowser(server.issuer).open(await linkTo(email, 3))).status, 200);
});

test('strangers who request resets do not keep the owner from getting one in a browser of theirs', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser } = await signIn(server.issuer, { email });
  for (let time = 0; time < 4; time += 1) await requestReset(email);
  const { secretHash } = await db().passwordReset.findUniqueOrThrow({ where: { userId } });
  const page = await browser.open(new URL('/password-reset', server.issuer));
  t.is((await browser.submit(page, { email })).status, 200);
  t.notDeepEqual((await db().passwordReset.findUniqueOrThrow({ where: { userId } })).secretHash, secretHash);
  t.is((await new TestBrowser(server.issuer).open(await linkTo(email, 4))).status, 200);
});

test('what is no address gets the form again with 422', async (t) => {
  for (const email of ['', 'nobody', 'a@', 'a@b@c', `${'x'.repeat(250)}@people.test`, 'a@people.test, b@people.test']) {
    const page = await requestReset(email);
    t.is(page.status, 422, email);
    t.regex(page.html, /aria-invalid="true"/u);
  }
});

// Serial, so that it runs before all others: a busy process would miss the one-second timeout of the service.
test.serial('a weak or leaked password is refused with the reason, and the link stays good', async (t) => {
  const { userId, email } = await addUser(server);
  await requestReset(email);
  const link = await linkTo(email);
  const { passwordHash } = await rowOf(userId);
  for (const password of ['', 'short', 'password123', email, leaked]) {
    const refused = await setPassword(link, password);
    t.is(refused.status, 422, password);
    t.regex(await refused.text(), /class="field-error"/u);
  }
  t.is((await rowOf(userId)).passwordHash, passwordHash);
  t.is((await setPassword(link, newPassword)).status, 200);
});

test.serial('a leaked password is refused wherever one is set', async (t) => {
  const { id, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const change = { currentPassword: demoPassword, newPassword: leaked };
  const changed = await send(server.issuer, 'POST', '/api/users/me/password', token, change);
  t.deepEqual([changed.status, changed.body['error']], [422, 'WEAK_PASSWORD']);
  const email = `${randomUUID()}@people.test`;
  await send(server.issuer, 'POST', `/api/tenants/${id}/invitations`, token, { email });
  const path = `/api/invitations/${await server.mailbox.invitationSecret(email)}/accept`;
  const accepted = await send(server.issuer, 'POST', path, undefined, { password: leaked });
  t.deepEqual([accepted.status, accepted.body['error']], [422, 'WEAK_PASSWORD']);
});

/** Begins a sign-in, and requests a reset from its page. */
async function forget(email: string) {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const signInPage = await browser.open(request.url);
  const asking = await browser.submit(signInPage, { forgot: 'yes' });
  await browser.submit(asking, { email });
  return { browser, request, interaction: signInPage.url.pathname, asking, link: await linkTo(email) };
}

test('somebody who forgot their password within a sign-in goes on with it after setting a new one', async (t) => {
  const { email } = await addUser(server);
  const { browser, request, interaction, asking, link } = await forget(email);
  t.is(asking.url.pathname, '/password-reset');
  const back = await browser.submit(await browser.open(link), { password: newPassword });
  t.deepEqual([back.status, back.url.pathname], [200, `${interaction}/return`]);
  t.regex(back.html, /Your new password is set/u);
  const done = await enterPassword(browser, back, email, newPassword);
  t.truthy((await exchange(request, done.url)).access_token);
});

test('in another browser, or when the sign-in is over, a reset ends with a page that says so', async (t) => {
  const [one, two] = [await addUser(server), await addUser(server)];
  const elsewhere = await forget(one.email);
  const set = await setPassword(elsewhere.link, newPassword);
  t.deepEqual([set.status, set.headers.get('location')], [200, null]);
  const over = await forget(two.email);
  const page = await over.browser.open(over.interaction);
  await enterPassword(over.browser, page, two.email);
  const done = await over.browser.submit(await over.browser.open(over.link), { password: newPassword });
  t.deepEqual([done.status, done.url.pathname], [200, over.link]);
});

test('nothing but the name of a sign-in is taken along to the reset, and none of another browser', async (t) => {
  const { email, userId } = await addUser(server);
  const foreign = await forget((await addUser(server)).email);
  const evil = ['//evil.example', 'https://evil.example', '../../evil', 'a b', '', '\\evil', 'x'.repeat(65)];
  const browser = new TestBrowser(server.issuer);
  for (const interaction of evil) {
    const page = await browser.open(`/password-reset?${new URLSearchParams({ interaction })}`);
    t.notRegex(page.html, /name="interaction"/u, interaction);
  }
  const sent = async (interaction: string) => {
    const url = new URL('/password-reset', server.issuer);
    t.is((await browser.request('POST', url, new URLSearchParams({ email, interaction }))).status, 200);
    return (await db().passwordReset.findUniqueOrThrow({ where: { userId } })).interactionUid;
  };
  t.is(await sent('//evil.example'), null);
  const uid = String(foreign.interaction.split('/')[2]);
  t.is(await sent(uid), uid);
  const set = await browser.submit(await browser.open(await linkTo(email, 2)), { password: newPassword });
  t.is(set.url.pathname.split('/')[1], 'password-reset', 'this browser has not begun that sign-in');
});

const emailOn = (html: string) => /<input id="field-email"[^>]* value="([^"]*)"/u.exec(html)?.[1];

test('the email that was typed goes along to the reset and back, in no URL, no log and no readable cookie', async (t) => {
  const { email } = await addUser(server);
  const browser = new TestBrowser(server.issuer);
  const signInPage = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  t.regex(signInPage.html, /<button type="submit"[^>]* name="forgot"[^>]* formnovalidate/u);
  const asking = await browser.submit(signInPage, { email: ` ${email} `, password: 'half a pass', forgot: 'yes' });
  t.deepEqual([asking.url.pathname, emailOn(asking.html)], ['/password-reset', email]);
  t.false(decodeURIComponent(asking.url.href).includes(email));
  t.true(asking.html.includes(`<a href="${signInPage.url.pathname}">Back to sign-in</a>`));
  t.is(emailOn((await browser.open(signInPage.url)).html), email, 'also with the back button');

  const other = `${randomUUID()}@people.test`;
  await browser.submit(asking, { email: other });
  t.is(emailOn((await browser.open(signInPage.url)).html), other, 'the last one that was typed');
  const shown = JSON.stringify(browser.cookies());
  for (const each of [email, other]) {
    t.false(shown.includes(each) || shown.includes(Buffer.from(each).toString('base64url')), 'it is sealed');
    t.false(lines.some((line) => JSON.stringify(line).includes(each)));
  }
});

test('another browser, another sign-in and a changed cookie show no email', async (t) => {
  const { email } = await addUser(server);
  const [browser, other] = [new TestBrowser(server.issuer), new TestBrowser(server.issuer)];
  const config = await configure(server.issuer, 'demo-web');
  const [first, second] = [await buildRequest(config), await buildRequest(config)];
  const asking = await browser.submit(await browser.open(first.url), { email, forgot: 'yes' });
  t.is(emailOn((await other.open(asking.url)).html), undefined);
  t.is(emailOn((await browser.open(second.url)).html), undefined);
  for (const email of ['', 'x'.repeat(321)]) {
    const page = await other.submit(await other.open((await buildRequest(config)).url), { email, forgot: 'yes' });
    t.deepEqual([page.status, emailOn(page.html)], [200, undefined]);
  }
});

test('a page that has sent a mail says how long to wait before the next one', async (t) => {
  const { html } = await requestReset(`${randomUUID()}@people.test`);
  t.regex(html, /<form method="post" action="\/password-reset"[^>]* data-waits="60">/u);
  t.regex(html, /Wait 60 seconds before you send it again\./u);
});
