import test from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { browserTest, openAs } from '../support/browser-tests.js';
import { addNamed, leaseSeat, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { picture } from '../support/pictures.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string, options?: BrowserContextOptions) => openAs(server, { email, path, options });

const rulesOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/rules`;

async function scene(): Promise<SeatScene> {
  const made = await seatScene(server, 4);
  const { db } = server.identity;
  const { applicationId, tenantId } = made;
  await db.application.update({ where: { id: applicationId }, data: { name: `Atlas ${made.slug.slice(-4)}` } });
  for (const name of ['Anna Abel', 'Bert Brix', 'Cleo Cohn']) await addNamed(server, tenantId, name);
  return made;
}

browserTest('an admin adds a rule, sees who gets a seat and who waits, and deletes it, without scripts', async (t) => {
  const made = await scene();
  const page = await open(made.admin.email, rulesOf(made), { javaScriptEnabled: false });
  await page.getByLabel('License type').selectOption({ label: 'Pro (4 free)' });
  await page.getByLabel('For whom').selectOption({ label: 'Everyone (6)' });
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('heading', { name: 'Add the rule Pro for Everyone?' }).waitFor();
  await page.getByText('Put on the waiting list (2)').waitFor();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('The rule was added.').waitFor();
  t.is(await seatCount(server, made), 4);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Delete the rule Pro for Everyone?' }).waitFor();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByText('The rule was deleted.').waitFor();
  t.is(await seatCount(server, made), 4);
});

browserTest('the pages of rules and invitations look right, in both languages', async (t) => {
  const made = await scene();
  const { tenantId, applicationId, licenseTypeId, base } = made;
  const { db } = server.identity;
  const page = await open(made.owner.email, rulesOf(made));
  await picture(t, page, 'console-rules-empty', page.getByText('No rules yet.'));
  for (const role of [null, 'admin', 'owner'] as const)
    await db.licenseRule.create({ data: { tenantId, applicationId, licenseTypeId, role } });
  await page.reload();
  await picture(t, page, 'console-rules', page.getByRole('button', { name: 'Delete' }).first());
  await page.getByLabel('For whom').selectOption({ label: 'Members (4)' });
  await page.getByRole('button', { name: 'Add rule' }).click();
  await picture(t, page, 'console-rule-added', page.getByRole('heading', { name: 'Add the rule Pro for Members?' }));

  await page.goto(`${server.issuer}${base}/invitations`);
  await page.getByLabel('Email addresses').fill(`nora-${made.slug}@people.test`);
  await page.getByLabel('Atlas').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('The invitation was sent.').waitFor();
  await page.goto(`${server.issuer}${base}/invitations`);
  await picture(t, page, 'console-invitations-licenses', page.getByRole('button', { name: 'Revoke' }));

  await makeGerman(server, made.owner);
  await page.goto(`${server.issuer}${rulesOf(made)}`);
  await picture(t, page, 'german-console-rules', page.getByRole('heading', { name: 'Regel hinzufügen' }));
  await page.goto(`${server.issuer}${base}/invitations`);
  await picture(t, page, 'german-console-invitations-licenses', page.getByRole('group', { name: 'Lizenzen' }));
});

browserTest('the page of leases looks right on a desktop and on a phone, in both languages', async (t) => {
  const made = await scene();
  const { tenantId, base, applicationId } = made;
  const leases = `${base}/licenses/${applicationId}/leases`;
  const page = await open(made.owner.email, leases);
  await picture(t, page, 'console-leases-empty', page.getByText('No active leases.'));
  for (const name of ['Dora Dahl', 'Emil Ernst']) await leaseSeat(server, made, await addNamed(server, tenantId, name));
  await page.reload();
  await picture(t, page, 'console-leases', page.getByRole('button', { name: 'Free this seat' }).first());
  await page.getByRole('button', { name: 'Free this seat of Emil Ernst' }).click();
  await picture(t, page, 'console-lease-freed', page.getByRole('heading', { name: 'Free the seat of Emil Ernst?' }));
  await page.getByRole('button', { name: 'Free this seat' }).click();
  await page.getByText('The seat is free.').waitFor();
  t.is(await seatCount(server, made), 1);
  const where = { id: made.subscriptionId };
  await server.identity.db.subscription.update({ where, data: { leasePolicy: 'NONE' } });
  await makeGerman(server, made.admin);
  const german = await open(made.admin.email, leases);
  await picture(t, german, 'german-console-leases', german.getByText('hat Ihr Anbieter abgeschaltet'));
});
