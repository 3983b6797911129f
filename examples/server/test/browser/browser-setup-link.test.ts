import test from 'ava';
import { browserPath } from '../support/browser.js';
import { browserTest, openAs, openPage } from '../support/browser-tests.js';
import { plantConnection } from '../support/connection-changes.js';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { picture } from '../support/pictures.js';
import { freshTenant } from '../support/tenant-api.js';

let server: DomainServer;
test.before(async () => {
  if (browserPath) server = await startDomainServer();
});
test.after.always(() => server?.stop());

browserTest('an owner sends a setup link, and its pages look right, in both languages', async (t) => {
  const tenant = await freshTenant(server);
  const { db } = server.identity;
  await db.tenant.update({ where: { id: tenant.id }, data: { name: 'Northwind Traders' } });
  await db.user.update({ where: { id: tenant.owner.userId }, data: { displayName: 'Olivia Owner' } });
  const path = `/console/${tenant.slug}/single-sign-on`;
  const owner = await openAs(server, { email: tenant.owner.email, path });
  await owner.getByLabel('Email address').fill('it@northwind.test');
  await owner.getByRole('button', { name: 'Send link' }).click();
  await picture(t, owner, 'console-setup-links', owner.getByText('The setup link was sent.'));
  const { text } = await server.mailbox.mailTo('it@northwind.test');
  const link = /\/setup-links\/[\w-]+/u.exec(text)?.[0] ?? '';

  const visitor = await openPage();
  const show = async (below: string, picturedAs: string, heading: string) => {
    await visitor.goto(`${server.issuer}${below}`);
    await picture(t, visitor, picturedAs, visitor.getByRole('heading', { name: heading }).first());
  };
  await show(link, 'setup-landing', 'What you need');
  await visitor.getByRole('button', { name: 'Start' }).click();
  await picture(t, visitor, 'setup-start', visitor.getByRole('heading', { name: '1. Prove your domain' }));
  const activeId = await plantConnection(server, tenant.id, 'ACTIVE');
  const testedId = await plantConnection(server, tenant.id, 'TESTED');
  await show('/setup', 'setup-start-done', '3. Connect your directory (optional)');
  await show('/setup/single-sign-on', 'setup-sign-on', 'Connections');
  await show(`/setup/single-sign-on/connections/${activeId}`, 'setup-connection-active', 'Corp Login');
  await show(`/setup/single-sign-on/connections/${testedId}`, 'setup-connection', 'Next: activate it');
  await show(
    '/setup/single-sign-on/add/okta/0192f3a4-5b6c-7d8e-9f00-112233445566',
    'setup-new-connection',
    'Connect Okta',
  );
  await show('/setup/directories', 'setup-directories', 'Add a directory');

  await owner.getByRole('button', { name: 'Withdraw' }).click();
  await owner.getByRole('button', { name: 'Withdraw link' }).click();
  await owner.getByText('The setup link was withdrawn.').waitFor();
  await show('/setup', 'setup-ended', 'This setup link cannot be used');
  const german = await openPage({ locale: 'de-DE' });
  await german.goto(`${server.issuer}${link}`);
  await picture(t, german, 'german-setup-ended', german.getByText('Dieser Einrichtungslink gilt nicht'));
  t.pass();
});
