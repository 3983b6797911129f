import test from 'ava';
import { browserPath } from '../support/browser.js';
import { openPlatformPage } from '../support/browser-platform.js';
import { browserTest } from '../support/browser-tests.js';
import { crm, type LicensedTenant, licensedTenant, seat } from '../support/licensing-api.js';
import { picture } from '../support/pictures.js';
import { addMember, type Member } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let tenant: LicensedTenant;
let member: Member;
test.before(async () => {
  if (!browserPath) return;
  server = await startTestServer();
  tenant = await licensedTenant(server, 20);
  const { db } = server.identity;
  await db.tenant.update({ where: { id: tenant.id }, data: { name: 'Northwind Traders' } });
  member = await addMember(server, tenant.id, 'member');
  await db.user.update({ where: { id: member.userId }, data: { displayName: 'Ada Lovelace' } });
  await seat(server, tenant, tenant.owner.userId);
  const pendingAt = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000);
  await db.subscription.update({
    where: { id: tenant.subscriptionId },
    data: { pendingQuantity: 12, pendingAt, overagePercent: 10, limits: { contacts: 10_000, projects: 25 } },
  });
  await db.outgoingMail.create({
    data: {
      encryptedMessage: Buffer.from('unreadable'),
      kind: 'invitation',
      attempts: 9,
      lastError: '550 No such mailbox',
      failedAt: new Date(),
    },
  });
});
test.after.always(() => server?.stop());

const openPlatform = (path: string, options?: { locale?: string; scripts?: boolean }) =>
  openPlatformPage(server, path, options);

const explainQuery = () =>
  new URLSearchParams({ person: member.email, tenant: tenant.slug, application: crm, feature: '' });

browserTest('an operator explains a "no", sells seats and unlocks a person, without scripts', async (t) => {
  const page = await openPlatform('/platform', { scripts: false });
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await page.getByLabel('Name, email or id').fill('lovelace');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('The account is unlocked.').waitFor();
  await page.getByRole('link', { name: 'Explain this person’s access' }).click();
  await page.getByLabel('Organization').fill(tenant.slug);
  await page.getByLabel('Application').selectOption(crm);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('The person holds no seat of the application in this organization.').first().waitFor();
  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await page.getByLabel('Name or short name').fill('northwind');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Northwind Traders' }).click();
  await page.getByLabel('License', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Number of seats').fill('5');
  await page.getByRole('button', { name: 'Sell seats' }).click();
  await page.getByText('The seats were sold.').waitFor();
  t.is(await server.identity.db.subscription.count({ where: { tenantId: tenant.id } }), 2);
});

browserTest('an operator creates a client and replaces its secret', async (t) => {
  const page = await openPlatform('/platform/clients');
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByLabel('Client id').fill('nightly-report');
  await page.getByLabel('Type').selectOption('MACHINE');
  await page.getByLabel('Name', { exact: true }).fill('Nightly report');
  await page.locator('.picks summary', { hasText: /^Licenses$/u }).click();
  await page.getByLabel('See licenses').check();
  await picture(t, page, 'platform-client-new', page.getByLabel('Redirect URIs'));
  await page.getByRole('button', { name: 'New client' }).click();
  await picture(t, page, 'platform-client-secret', page.getByText('It is shown only this once.'));
  await page.getByRole('link', { name: 'I have copied it' }).click();
  await picture(t, page, 'platform-client', page.getByRole('heading', { name: 'Nightly report' }));
  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await picture(
    t,
    page,
    'platform-client-replace',
    page.getByRole('heading', { name: 'Replace the secret of Nightly' }),
  );
  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await page.getByText('The client has a new secret.').waitFor();
  t.is(await server.identity.db.clientSecret.count({ where: { clientId: 'nightly-report' } }), 2);
});

browserTest('every page of the platform can be read in every look and keeps nobody out', async (t) => {
  const page = await openPlatform('/platform');
  const show = async (name: string, path: string, heading: string) => {
    await page.goto(`${server.issuer}/platform${path}`);
    await picture(t, page, `platform-${name}`, page.getByRole('heading', { name: heading, level: 1 }));
  };
  await show('overview', '', 'Overview');
  await show('tenants', '/tenants', 'Organizations');
  await show('people', '/people', 'People');
  await show('person', `/people/${member.userId}`, 'Ada Lovelace');
  await page.getByRole('button', { name: 'Erase' }).click();
  await picture(t, page, 'platform-erase', page.getByRole('heading', { name: 'Erase the account of Ada Lovelace?' }));
  await show('clients', '/clients', 'Clients');
  await show('applications', '/applications', 'Applications');
  await show('application', `/applications/${crm}`, 'CRM');
  await show('subscriptions', '/subscriptions', 'Subscriptions');
  await show('tenant-subscriptions', `/subscriptions/${tenant.id}`, 'Subscriptions of Northwind Traders');
  await show('subscription', `/subscriptions/${tenant.id}/${tenant.subscriptionId}`, 'Subscription');
  await show('explain', `/explain?${explainQuery()}`, 'Why can this person not use this?');
  await show('queues', '/queues', 'Queues');
  await show('queue', '/queues/mail', 'Mail');
  await show('keys', '/keys', 'Signing keys');
  await show('audit', '/audit', 'Audit');
});

browserTest('the German pages can be read as well', async (t) => {
  const page = await openPlatform('/platform/people', { locale: 'de' });
  const show = async (name: string, path: string, heading: string) => {
    await page.goto(`${server.issuer}/platform${path}`);
    await picture(t, page, `platform-german-${name}`, page.getByRole('heading', { name: heading, level: 1 }));
  };
  await show('person', `/people/${member.userId}`, 'Ada Lovelace');
  await show('tenant-subscriptions', `/subscriptions/${tenant.id}`, 'Abonnements von Northwind Traders');
  await show('subscription', `/subscriptions/${tenant.id}/${tenant.subscriptionId}`, 'Abonnement');
  await show('explain', `/explain?${explainQuery()}`, 'Warum kann diese Person');
  await show('client', '/clients/demo-web', 'Demo');
  await show('keys', '/keys', 'Signaturschlüssel');
});
