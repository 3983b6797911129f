import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { textOf } from '../support/console-visitors.js';
import { crm, type LicensedTenant, licensedTenant, random, seat } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { addMember, addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
let tenant: LicensedTenant;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
  tenant = await licensedTenant(server, 10);
});
test.after.always(() => server?.stop());

const explain = (query: Record<string, string>) =>
  operator.open(`explain?${new URLSearchParams({ tenant: tenant.slug, application: crm, feature: '', ...query })}`);

test('the page of a person without a seat says what failed, what passed and what was not reached', async (t) => {
  const { userId, email } = await addMember(server, tenant.id, 'member');
  const page = await explain({ person: email });
  t.is(page.status, 200);
  const text = textOf(page.html);
  t.regex(text, /cannot use .*CRM/u);
  t.true(text.includes('The person holds no seat of the application in this organization.'));
  t.regex(text, /Member Passed The person is a member of the organization\./u);
  t.regex(text, /Seat Failed The person holds no seat/u);
  t.regex(text, /Subscription active Not reached/u);
  t.like(await lastEvent(server, 'user.viewed', userId), {
    actorId: operator.userId,
    data: { part: 'explanation' },
  });
});

test('a person with a seat can use it, found by id, in a tenant found by id', async (t) => {
  const { userId } = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, userId);
  const page = await explain({ person: userId, tenant: tenant.id });
  t.regex(textOf(page.html), /can use .*CRM/u);
  t.false(page.html.includes('Failed'));
  const missing = await explain({ person: userId, feature: 'teleport' });
  t.true(textOf(missing.html).includes('The license of the seat does not include the feature.'));
});

test('the form alone asks nothing, and fields that are missing or unknown have an error each', async (t) => {
  const { userId } = await addUser(server);
  const events = () => server.identity.db.event.count({ where: { type: 'user.viewed', subjectId: userId } });
  const alone = await operator.open(`explain?person=${userId}`);
  t.is(alone.status, 200);
  t.true(alone.html.includes(`value="${userId}"`));
  t.is(await events(), 0);
  const empty = await operator.open('explain?person=&tenant=&application=&feature=');
  t.true(empty.html.includes('Enter the email or the id of a person.'));
  t.true(empty.html.includes('Choose an application.'));
  t.true((await explain({ person: 'nobody@people.test' })).html.includes('There is no account with this email or id.'));
  t.true((await explain({ person: userId, application: random })).html.includes('There is no such application'));
  const nowhere = await explain({ person: userId, tenant: 'no-such-tenant' });
  t.true(textOf(nowhere.html).includes('There is no such organization.'));
});

test('hostile input is shown as text', async (t) => {
  const hostile = `"><script>alert(1)</script>' OR 1=1 --`;
  const page = await explain({ person: hostile, tenant: hostile, feature: hostile });
  t.is(page.status, 200);
  t.false(page.html.includes('<script>alert'));
  for (const name of ['person', 'tenant', 'application', 'feature'])
    t.true([200, 400].includes((await explain({ [name]: '\u0000' })).status), name);
});

test('the page speaks German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  const { email } = await addMember(server, tenant.id, 'member');
  const query = new URLSearchParams({ person: email, tenant: tenant.slug, application: crm, feature: '' });
  const { html } = await german.open(`explain?${query}`);
  t.regex(html, /<h1>Warum kann diese Person das nicht nutzen\?<\/h1>/u);
  t.true(textOf(html).includes('keine Lizenz der Anwendung'));
});

test('for users who are not super admins the page does not exist', async (t) => {
  const { browser } = await openAccount(server.issuer, tenant.owner.email, { path: '/console' });
  t.is((await browser.open('/platform/explain')).status, 404);
});
