import { until } from '@org/identity-testing/until';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  addPasswordless,
  ask,
  begin,
  codeTo,
  isDone,
  newEmail,
  open,
  otherThan,
  server,
  withoutPasswords,
} from '../support/emailed-code-tests.js';
import { asksForCode, enrol, oneFactor, totp, twoFactors } from '../support/second-factor.js';
import { call } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';

const db = () => server.identity.db;

test('somebody without a password signs in with the code: one factor, and the email is verified', async (t) => {
  const { userId, email } = await addPasswordless();
  const { signInPage, page, enter, finish } = await ask(email);
  t.regex(signInPage.html, /name="emailCode" value="send"[^>]*>Email me a code</u);
  t.is(page.status, 200);
  t.is(page.url.pathname, `${signInPage.url.pathname}/return`);
  t.regex(page.html, /name="code"[^>]*autocomplete="one-time-code"/u);
  const done = await enter(await codeTo(email));
  t.true(isDone(done), done.html);
  const tokens = await finish(done);
  t.like(tokens.claims(), { sub: userId, amr: ['otp'], acr: oneFactor });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
  t.is(await db().emailCode.count({ where: { userId } }), 0);
});

test('a code works with spaces, and the newest one counts', async (t) => {
  const { email } = await addPasswordless();
  const { browser, page, enter } = await ask(email);
  const first = await codeTo(email);
  await browser.submit(page, { emailCode: 'again' });
  const second = await codeTo(email, { count: 2 });
  if (first !== second) t.is((await enter(first)).status, 401);
  t.true(isDone(await enter(` ${second.slice(0, 3)} ${second.slice(3)} `)));
});

test('the code proves an email that nobody had proven: what somebody else has set up ends', async (t) => {
  const { userId, email } = await addUser(server);
  await db().user.update({ where: { id: userId }, data: { emailVerified: false, emailToProve: true } });
  const { enter } = await ask(email);
  t.true(isDone(await enter(await codeTo(email))));
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  t.like(user, { emailVerified: true, emailToProve: false, passwordHash: null });
  const events = await db().event.findMany({ where: { subjectId: userId }, select: { type: true } });
  t.true(events.some(({ type }) => type === 'email.verified'));
});

test('a second factor is asked for as after a password, and keeps the account as it is', async (t) => {
  const { userId, email } = await addUser(server);
  const { secret } = await enrol(server, { userId, email });
  await db().user.update({ where: { id: userId }, data: { emailVerified: false, emailToProve: true } });
  const { browser, enter, finish } = await ask(email);
  const asked = await enter(await codeTo(email, { count: 2 }));
  t.true(asksForCode(asked), asked.html);
  t.like(await db().user.findUniqueOrThrow({ where: { id: userId } }), { emailVerified: false, emailToProve: true });
  const done = await browser.submit(asked, { code: totp(secret) });
  t.like((await finish(done)).claims(), { acr: twoFactors });
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  t.like(user, { emailVerified: true, emailToProve: false, mfaEnabled: true });
  t.truthy(user.passwordHash);
});

test('an account that waits for its deletion is offered to its owner', async (t) => {
  const { userId, email } = await addPasswordless();
  const eraseAt = new Date(Date.now() + 86_400_000);
  await db().user.update({ where: { id: userId }, data: { deletedAt: new Date(), eraseAt } });
  const { browser, enter } = await ask(email);
  const offered = await enter(await codeTo(email));
  t.regex(offered.html, /name="keep"/u);
  t.true(isDone(await browser.submit(offered, {})));
  t.like(await db().user.findUniqueOrThrow({ where: { id: userId } }), { deletedAt: null, eraseAt: null });
});

test('where registration is open, a new email continues to the name form, and the account has no password', async (t) => {
  const email = newEmail();
  const { browser, page, enter, finish } = await ask(email, open);
  const named = await enter(await codeTo(email, { at: open }));
  t.is(named.status, 200);
  t.regex(named.html, /name="displayName"/u);
  t.is(await open.identity.db.user.count({ where: { email } }), 0, 'there is no account before the form');
  t.regex((await browser.open(page.url)).html, /name="displayName"/u, 'the page can be loaded again');
  const refused = await browser.submit(named, { emailCode: 'name', displayName: 'see http://spam.test' });
  t.is(refused.status, 422);
  const done = await browser.submit(named, { emailCode: 'name', displayName: ' Nora New ' });
  const user = await open.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.like(user, { email, emailVerified: true, displayName: 'Nora New', passwordHash: null });
  t.like((await finish(done)).claims(), { sub: user.id, amr: ['otp'] });
  const events = await open.identity.db.event.findMany({ where: { subjectId: user.id } });
  t.true(events.some(({ type }) => type === 'account.created'));
  t.is((await browser.submit(named, { emailCode: 'name' })).status, 400, 'the sign-in is over');
});

test('the name form needs the code first', async (t) => {
  const email = newEmail();
  const { browser, page } = await ask(email, open);
  t.is((await browser.submit(page, { emailCode: 'name', displayName: 'x' })).status, 410);
  t.is(await open.identity.db.user.count({ where: { email } }), 0);
});

test('without passwords the page has one form, and no password is taken', async (t) => {
  const { email } = await addUser(withoutPasswords);
  const { browser, signInPage } = await begin(withoutPasswords);
  t.notRegex(signInPage.html, /password/iu);
  t.is((await browser.submit(signInPage, { email, password: demoPassword })).status, 422);
  const { enter } = await ask(email, withoutPasswords);
  t.true(isDone(await enter(await codeTo(email, { at: withoutPasswords }))));
});

test('an email that is none, and a code that is none, are told at once', async (t) => {
  const { browser, signInPage } = await begin();
  const refused = await browser.submit(signInPage, { email: 'ada', emailCode: 'send' });
  t.is(refused.status, 422);
  t.regex(refused.html, /Enter a full email address/u);
  const { email } = await addPasswordless();
  const { enter } = await ask(email);
  for (const code of ['', '12345', '12345a', 'x'.repeat(5000)]) t.is((await enter(code)).status, 422);
  const { tries } = await db().emailCode.findFirstOrThrow({ where: { normalizedEmail: email } });
  t.is(tries, 0);
});

test('a wrong code is an event of the account', async (t) => {
  const { userId, email } = await addPasswordless();
  const { enter } = await ask(email);
  t.is((await enter(otherThan(await codeTo(email)))).status, 401);
  await until(async () => (await db().event.count({ where: { subjectId: userId } })) > 0);
  const [event] = await db().event.findMany({ where: { subjectId: userId, type: 'sign_in.failed' } });
  t.like(event, { data: { reason: 'wrong_code' } });
});
