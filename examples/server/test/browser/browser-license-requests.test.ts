import test from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { browserTest, openAs } from '../support/browser-tests.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { picture } from '../support/pictures.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string, options?: BrowserContextOptions) => openAs(server, { email, path, options });

const requestsOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/requests`;

/** A tenant with two license types, requests to decide and a waiting list. */
async function busyScene(): Promise<SeatScene> {
  const scene = await seatScene(server, 1);
  const { tenantId, applicationId, licenseTypeId } = scene;
  const { db } = server.identity;
  const name = `Atlas CRM ${scene.slug.slice(-4)}`;
  await db.application.update({ where: { id: applicationId }, data: { name } });
  await db.tenant.update({ where: { id: tenantId }, data: { name: 'Acme Trading' } });
  const type = await db.licenseType.create({ data: { applicationId, slug: 'basic', name: 'Basic' } });
  const basic = { tenantId, applicationId, licenseTypeId: type.id, quantityPurchased: 20 };
  await db.subscription.create({ data: basic });
  await holdSeat(server, scene, await addNamed(server, tenantId, 'Anna Abel'));
  const ask = async (displayName: string, note: string | null, typeId: string | null) => {
    const { userId } = await addNamed(server, tenantId, displayName);
    await db.licenseRequest.create({ data: { tenantId, applicationId, userId, note, licenseTypeId: typeId } });
  };
  await ask('Dora Dorn', 'I start in the sales team on Monday and need it for the offers.', null);
  await ask('Emil Ernst', null, licenseTypeId);
  for (const displayName of ['Bert Brix', 'Cleo Cohn']) {
    const { userId } = await addNamed(server, tenantId, displayName);
    await wait(scene, userId);
  }
  return scene;
}

async function wait({ tenantId, applicationId, licenseTypeId }: SeatScene, userId: string): Promise<void> {
  await server.identity.db.$executeRaw`
    INSERT INTO identity.license_requests (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number)
    VALUES (gen_random_uuid(), ${tenantId}::uuid, ${userId}::uuid, ${applicationId}::uuid, ${licenseTypeId}::uuid,
            'WAITING', nextval('identity.license_waiting_numbers'))`;
}

browserTest('a member asks, an admin approves, and the member has the license, without scripts', async (t) => {
  const scene = await busyScene();
  const own = await open(scene.member.email, '/account/licenses', { javaScriptEnabled: false });
  await own.getByLabel('License').selectOption({ index: 0 });
  await own.getByLabel('Note').fill('For the fair');
  await own.getByRole('button', { name: 'Ask for the license' }).click();
  await own.getByText('Your request was sent.').waitFor();
  const page = await open(scene.admin.email, `${scene.base}/licenses`, { javaScriptEnabled: false });
  await page.getByRole('link', { name: '3 requests to decide, 2 waiting' }).click();
  await page.getByRole('row', { name: 'For the fair' }).getByRole('link', { name: 'Decide' }).click();
  await page.getByLabel('License type').selectOption({ label: 'Basic (20 free)' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The request was approved. The person has a seat.').waitFor();
  await page.getByRole('row', { name: 'Cleo Cohn' }).getByRole('button', { name: 'Remove from the list' }).click();
  await page.getByRole('heading', { name: 'Take Cleo Cohn off the waiting list?' }).waitFor();
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await page.getByText('The person is no longer on the waiting list.').waitFor();
  await own.goto(`${server.issuer}/account/licenses`);
  await own.getByText('Can be used').waitFor();
  t.is(await own.getByText('Not decided yet').count(), 0);
});

browserTest('the pages of requests can be read in every look and keep nobody out', async (t) => {
  const scene = await busyScene();
  const page = await open(scene.owner.email, requestsOf(scene));
  const visit = (path: string) => page.goto(`${server.issuer}${path}`);
  await picture(t, page, 'console-requests', page.getByText('Dora Dorn', { exact: true }));
  await page.getByRole('row', { name: 'Dora Dorn' }).getByRole('link', { name: 'Decide' }).click();
  await picture(t, page, 'console-request', page.getByRole('heading', { name: 'Request of Dora Dorn' }));
  await page.getByLabel('Note for the person').fill('Please ask again in May.');
  await page.getByRole('button', { name: 'Decline' }).click();
  const asked = page.getByRole('heading', { name: 'Decline the request of Dora Dorn?' });
  await picture(t, page, 'console-decline', asked);
  await visit(`${scene.base}/licenses`);
  await picture(t, page, 'console-license-mails', page.getByRole('heading', { name: 'Emails about licenses' }));
  const empty = await seatScene(server);
  const none = await open(empty.owner.email, requestsOf(empty));
  await picture(t, none, 'console-requests-none', none.getByText('No open requests.'));
});

browserTest('the own licenses and German pages can be read as well', async (t) => {
  const [scene, other] = [await busyScene(), await busyScene()];
  const { db } = server.identity;
  await db.membership.create({ data: { tenantId: other.tenantId, userId: scene.member.userId } });
  await wait(scene, scene.member.userId);
  const own = await open(scene.member.email, '/account/licenses');
  await picture(t, own, 'account-licenses', own.getByText('Place 3 on the waiting list'));
  await makeGerman(server, scene.member);
  await db.seat.deleteMany({ where: { tenantId: other.tenantId } });
  await holdSeat(server, other, scene.member);
  await own.reload();
  await picture(t, own, 'german-account-licenses', own.getByText('Platz 3 auf der Warteliste'));
  await makeGerman(server, scene.admin);
  const german = await open(scene.admin.email, requestsOf(scene));
  await picture(t, german, 'german-console-requests', german.getByText('Dora Dorn', { exact: true }));
  await german.getByRole('row', { name: 'Emil Ernst' }).getByRole('link', { name: 'Entscheiden' }).click();
  const heading = german.getByRole('heading', { name: 'Anfrage von Emil Ernst' });
  await picture(t, german, 'german-console-request', heading);
  await german.goto(`${server.issuer}${scene.base}/licenses`);
  const mails = german.getByRole('heading', { name: 'E-Mails zu Lizenzen' });
  await picture(t, german, 'german-console-license-mails', mails);
});
