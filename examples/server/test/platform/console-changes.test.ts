import { randomUUID } from 'node:crypto';
import test from 'ava';
import { ageSignIn } from '../support/console-pages.js';
import { textOf } from '../support/console-visitors.js';
import { crm, licensedTenant, pro } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { unusedApplication } from '../support/platform-changes.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

test('a new organization is created on its page, and its owner invited', async (t) => {
  t.true((await operator.open('tenants')).html.includes('href="/platform/tenants/new"'));
  const ownerEmail = `${randomUUID()}@people.test`;
  const slug = `n-${randomUUID().slice(0, 8)}`;
  const made = await operator.post('tenants/new', {
    name: 'Sold here',
    slug: ` ${slug} `,
    ownerEmail: ` ${ownerEmail} `,
  });
  t.is(made.location, '/platform/tenants?done=created');
  const { html } = await operator.open('tenants?done=created');
  t.true(html.includes('The organization was created. The invitation is on its way to its owner.'));
  const { id } = await db().tenant.findUniqueOrThrow({ where: { slug } });
  t.like(await db().invitation.findFirst({ where: { tenantId: id } }), { email: ownerEmail, role: 'owner' });
  t.is((await lastEvent(server, 'tenant.created', id)).actorId, operator.userId);
  await server.mailbox.invitationSecret(ownerEmail);
});

test('each wrong field of a new organization has its own error, and keeps what was typed', async (t) => {
  const { slug } = await freshTenant(server);
  const cases: [Record<string, string>, string, string][] = [
    [{ name: '', slug: '', ownerEmail: 'a@people.test' }, 'name', 'Enter a name of at most 100 characters.'],
    [{ name: 'N', slug: 'Not A Slug', ownerEmail: 'a@people.test' }, 'slug', 'Use 3 to 63 lowercase letters'],
    [{ name: 'N', slug, ownerEmail: 'a@people.test' }, 'slug', 'This short name is taken.'],
    [{ name: 'N', slug: '', ownerEmail: 'typed-wrong' }, 'ownerEmail', 'Enter an email address such as'],
    [{ name: 'N', slug: '' }, 'ownerEmail', 'Enter an email address such as'],
  ];
  for (const [fields, field, text] of cases) {
    const { status, html } = await operator.post('tenants/new', fields);
    t.true(status === 422 || status === 409, field);
    t.true(html.includes(`id="field-${field}-error"`), field);
    t.true(html.includes(text), text);
    if (fields['ownerEmail']) t.true(html.includes(`value="${fields['ownerEmail']}"`));
  }
});

test('a reset link is sent from the page of a person, unless the account is disabled', async (t) => {
  const { userId, email } = await addUser(server);
  t.true((await operator.open(`people/${userId}`)).html.includes('Send a reset link'));
  const sent = await operator.post(`people/${userId}`, { action: 'send-reset' });
  t.is(sent.location, `/platform/people/${userId}?done=send-reset`);
  t.regex((await server.mailbox.mailTo(email)).text, /\/password-reset\//u);
  t.is((await lastEvent(server, 'user.reset_sent', userId)).actorId, operator.userId);
  await db().user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  t.false((await operator.open(`people/${userId}`)).html.includes('Send a reset link'));
  t.is((await operator.post(`people/${userId}`, { action: 'send-reset' })).status, 404);
});

test('an application is renamed, and deleted after a confirmation', async (t) => {
  const { applicationId } = await unusedApplication(server);
  const path = `applications/${applicationId}`;
  const name = `Fresh ${randomUUID()}`;
  const taken = await operator.post(path, { action: 'rename', name: 'CRM' });
  t.is(taken.status, 422);
  t.true(taken.html.includes('id="field-name-error"'));
  t.is((await operator.post(path, { action: 'rename', name })).location, `/platform/${path}?done=renamed`);
  t.is((await db().application.findUniqueOrThrow({ where: { id: applicationId } })).name, name);
  const { asked, done } = await operator.confirm(path, { action: 'delete' });
  t.true(textOf(asked.html).includes(`Delete ${name}?`));
  t.is(done.location, '/platform/applications?done=deleted');
  t.is(await db().application.count({ where: { id: applicationId } }), 0);
});

test('a license type is changed; taking something away is confirmed, and so is its deletion', async (t) => {
  const { applicationId, licenseTypeId } = await unusedApplication(server);
  const section = `applications/${applicationId}`;
  const path = `${section}/license-types/${licenseTypeId}`;
  t.true((await operator.open(section)).html.includes(`href="/platform/${path}"`));
  const fields = { action: 'change', name: 'Gold', features: 'reports\r\napi', limits: 'contacts = 10' };
  t.is((await operator.post(path, fields)).location, `/platform/${path}?done=type-changed`);
  t.is((await operator.post(path, fields)).location, `/platform/${path}?done=unchanged`);
  const less = { ...fields, features: 'api', limits: 'contacts = 5' };
  const { asked, done } = await operator.confirm(path, less);
  t.true(asked.html.includes('These features are removed: '));
  t.true(asked.html.includes('These limits are lowered: '));
  t.is(done.location, `/platform/${path}?done=type-changed`);
  const find = () => db().licenseType.findUnique({ where: { id: licenseTypeId } });
  t.like(await find(), { name: 'Gold', features: ['api'], limits: { contacts: 5 } });
  const wrong = await operator.post(path, { ...less, name: '', features: 'a\na', limits: 'nonsense' });
  t.is(wrong.status, 422);
  for (const field of ['name', 'features', 'limits']) t.true(wrong.html.includes(`id="field-${field}-error"`), field);
  const removed = await operator.confirm(path, { action: 'delete' });
  t.is(removed.done.location, `/platform/${section}?done=type-deleted`);
  t.is(await find(), null);
  t.is((await operator.open(path)).status, 404);
  t.is((await operator.open(`applications/${applicationId}/license-types/${pro}`)).status, 404);
});

test('what is in use has no button to delete it; the page and the refusal say what uses it', async (t) => {
  const tenant = await licensedTenant(server, 1);
  await db().tenant.update({ where: { id: tenant.id }, data: { name: 'AAA first' } });
  for (const [path, what] of [
    [`applications/${crm}`, 'This application cannot be deleted while it is in use:'],
    [`applications/${crm}/license-types/${pro}`, 'This license type cannot be deleted while it is in use:'],
  ] as const) {
    const { html } = await operator.open(path);
    t.true(html.includes(what), path);
    t.regex(html, /Subscriptions of \d+ organizations?/u);
    t.true(html.includes('AAA first'));
    t.false(html.includes('value="delete"'));
    const refused = await operator.post(path, { action: 'delete' });
    t.is(refused.status, 409);
    t.true(refused.html.includes('is in use, so it cannot be deleted.'));
  }
});

test('deletions need a sign-in of the last ten minutes, other changes do not', async (t) => {
  const other = await openPlatform(server);
  const { applicationId, licenseTypeId } = await unusedApplication(server);
  await ageSignIn(server, other);
  t.is((await other.open(`applications/${applicationId}`)).status, 200);
  for (const path of [
    `applications/${applicationId}`,
    `applications/${applicationId}/license-types/${licenseTypeId}`,
  ]) {
    const asked = await other.post(path, { action: 'delete' });
    t.is(asked.status, 303);
    t.regex(asked.location ?? '', /prompt=login/u);
  }
  t.is(await db().licenseType.count({ where: { id: licenseTypeId } }), 1);
  const renamed = await other.post(`applications/${applicationId}`, { action: 'rename', name: `App ${randomUUID()}` });
  t.regex(renamed.location ?? '', /done=renamed$/u);
});

test('the pages speak German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  t.true((await german.open('tenants/new')).html.includes('Organisation erstellen und Einladung senden'));
  t.true(
    (await german.open(`applications/${crm}`)).html.includes('lässt sich nicht löschen, solange sie genutzt wird'),
  );
  t.true((await german.open(`applications/${crm}/license-types/${pro}`)).html.includes('solange er genutzt wird'));
});
