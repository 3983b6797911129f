import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { lastEvent, platformMachine } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
let token: string;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const users = '/api/platform/users';
const create = (body: unknown) => send(server.issuer, 'POST', users, token, body);
const newEmail = () => `${randomUUID()}@people.test`;
const created = (email: string) => db().user.findUniqueOrThrow({ where: { normalizedEmail: email } });

test('a user is created without a password, and nobody is told', async (t) => {
  const email = newEmail();
  const profile = { displayName: 'Ada', givenName: null, locale: 'de', zoneinfo: 'Europe/Berlin' };
  const { status, body } = await create({ email: email.toUpperCase(), ...profile });
  t.is(status, 201);
  t.like(body, { displayName: 'Ada', status: 'ACTIVE', emailVerified: false, hasPassword: false, superAdmin: false });
  t.like(await created(email), { ...profile, passwordHash: null });
  t.like(await lastEvent(server, 'account.created', String(body['id'])), { actorKind: 'machine', tenantId: null });
  t.is(await db().passwordReset.count({ where: { userId: String(body['id']) } }), 0);
});

test('an email that is known, in whatever case, and fields that are not of a new user are refused', async (t) => {
  const { email } = await addUser(server);
  const taken = await create({ email: email.toUpperCase() });
  t.deepEqual([taken.status, taken.body['error']], [409, 'EMAIL_TAKEN']);
  const wrong = [{}, { email: 'x' }, { email: newEmail(), superAdmin: true }, { email: newEmail(), locale: '?' }];
  for (const body of wrong) t.is((await create(body)).status, 422, JSON.stringify(body));
  t.is((await create({ email: newEmail(), emailVerified: true })).body['emailVerified'], true);
});

test('a new person chooses a password by the link of the welcome mail', async (t) => {
  t.true((await operator.open('people')).html.includes('href="/platform/people/new"'));
  const email = newEmail();
  const made = await operator.post('people/new', { email: ` ${email} `, displayName: 'Ada', welcome: 'on' });
  const { id } = await created(email);
  t.is(made.location, `/platform/people/${id}?done=welcomed`);
  t.true((await operator.open(`people/${id}?done=welcomed`)).html.includes('is on its way'));
  const { subject, text } = await server.mailbox.mailTo(email);
  t.regex(subject, /^Your .* account$/u);
  t.regex(text, /was created for you/u);
  const { expiresAt } = await db().passwordReset.findUniqueOrThrow({ where: { userId: id } });
  t.true(expiresAt.getTime() > Date.now() + 23 * 3_600_000);
  const browser = new TestBrowser(server.issuer);
  const link = String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
  const page = await browser.open(link);
  t.is((await browser.submit(page, { password: 'violet harbor engine 77' })).status, 200);
  t.like(await created(email), { emailVerified: true });
});

test('without the checkbox no mail is sent; a known email keeps what was typed', async (t) => {
  const email = newEmail();
  const made = await operator.post('people/new', { email, displayName: '', emailVerified: 'on' });
  const { id, emailVerified } = await created(email);
  t.is(made.location, `/platform/people/${id}?done=created`);
  t.true(emailVerified);
  t.is(await db().passwordReset.count({ where: { userId: id } }), 0);
  const again = await operator.post('people/new', { email, displayName: 'Typed' });
  t.is(again.status, 409);
  t.true(again.html.includes('There is already an account with this email address.'));
  t.true(again.html.includes('value="Typed"'));
  t.is((await operator.post('people/new', { email: 'typed-wrong' })).status, 422);
});

test('people without a second factor are listed, by page, search and API', async (t) => {
  const [lacking, having, disabled] = await Promise.all([addUser(server), addUser(server), addUser(server)]);
  await db().user.update({ where: { id: having.userId }, data: { mfaEnabled: true } });
  await db().user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } });
  const listed = async (query: string) => {
    const { body } = await send(server.issuer, 'GET', `${users}?${query}&limit=100`, token);
    return (body['users'] as { id: string }[]).map(({ id }) => id);
  };
  const all = await listed('lacksSecondFactor=true');
  t.true(all.includes(lacking.userId));
  t.false(all.includes(having.userId) || all.includes(disabled.userId));
  for (const { userId, email } of [lacking, having, disabled]) {
    const expected = userId === lacking.userId ? [userId] : [];
    t.deepEqual(await listed(`lacksSecondFactor=true&search=${email}`), expected);
    t.deepEqual(await listed(`lacksSecondFactor=true&search=${userId}`), expected);
    const { html } = await operator.open(`people?secondFactor=missing&search=${email}`);
    t.is(html.includes(`href="/platform/people/${userId}"`), expected.length > 0);
  }
  t.deepEqual(await listed('lacksSecondFactor=true&status=DISABLED'), []);
  t.is((await send(server.issuer, 'GET', `${users}?lacksSecondFactor=false`, token)).status, 422);
});
