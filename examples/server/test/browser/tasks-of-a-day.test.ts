import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { ClientSecretBasic } from 'openid-client';
import type { BrowserContextOptions } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { openPlatformPage } from '../support/browser-platform.js';
import { atApplication, browserTest, enterPassword, openAs, openPage } from '../support/browser-tests.js';
import { consoleLooks } from '../support/console-looks.js';
import { addNamed, holdSeat, type SeatScene, seatScene } from '../support/console-seats.js';
import { type CountedTask, countTask } from '../support/counted-task.js';
import { platformMachine } from '../support/platform-api.js';
import { totp } from '../support/second-factor.js';
import { buildRequest, callback, configure, exchange } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer({ plugins: allPlugins(), allowPrivateNetworks: true });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const day = 24 * 60 * 60 * 1000;

/** Each task begins at the overview of the console, signed in. */
async function begin(t: ExecutionContext, options: BrowserContextOptions, { owner, base }: SeatScene) {
  return countTask(t, await openAs(server, { email: owner.email, path: base, options }));
}

/** Sells seats of a second license type of the application. */
async function sellBasic({ tenantId, applicationId }: SeatScene) {
  const type = await db().licenseType.create({ data: { applicationId, slug: 'basic', name: 'Basic' } });
  const data = { tenantId, applicationId, licenseTypeId: type.id, quantityPurchased: 5 };
  return { tenantId, applicationId, subscriptionId: (await db().subscription.create({ data })).id };
}

/** Whether somebody can sign in to a client, and it can exchange its code. */
async function signsIn(clientId: string, secret: string, options: BrowserContextOptions): Promise<boolean> {
  const config = await configure(server.issuer, clientId, ClientSecretBasic(secret));
  const request = await buildRequest(config);
  const page = await openPage(options);
  await page.goto(request.url.href);
  await enterPassword(page, (await addUser(server)).email);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(atApplication);
  return (await exchange(request, new URL(page.url()))).id_token !== undefined;
}

/** Opens the holders of the application's seats. */
async function openHolders({ go, click, page }: CountedTask) {
  await go('Licenses');
  await click(page.getByRole('link', { name: 'Seats and holders' }));
}

const tasks: Record<string, (t: ExecutionContext, options: BrowserContextOptions) => Promise<void>> = {
  async 'invite somebody with a license'(t, options) {
    const scene = await seatScene(server);
    const task = await begin(t, options, scene);
    await task.go('Invitations');
    await task.page.getByLabel('Email addresses').fill(`${randomUUID()}@people.test`);
    await task.page.getByLabel(scene.application).selectOption({ label: 'Pro (3 free)' });
    await task.click(task.page.getByRole('button', { name: 'Send invitations' }));
    await task.page.getByText('The invitation was sent.').waitFor();
    t.is(await db().seatReservation.count({ where: { tenantId: scene.tenantId } }), 1);
    await task.done({ clicks: 2, pages: 2 });
  },

  async 'accept an invitation'(t, options) {
    const scene = await seatScene(server);
    const inviter = await begin(t, {}, scene);
    const email = `${randomUUID()}@people.test`;
    await inviter.go('Invitations');
    await inviter.page.getByLabel('Email addresses').fill(email);
    await inviter.page.getByLabel(scene.application).selectOption({ label: 'Pro (3 free)' });
    await inviter.click(inviter.page.getByRole('button', { name: 'Send invitations' }));
    const page = await openPage(options);
    const task = countTask(t, page);
    await page.goto(`${server.issuer}/invitations/${await server.mailbox.invitationSecret(email)}`);
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByLabel('Password').fill('a few unusual words');
    await task.click(page.getByRole('button', { name: 'Create account and join' }));
    await page.getByText('You have joined the organization').waitFor();
    t.is(await db().seat.count({ where: { tenantId: scene.tenantId } }), 1);
    await task.done({ clicks: 1, pages: 2 });
  },

  async 'grant a seat'(t, options) {
    const scene = await seatScene(server);
    await addNamed(server, scene.tenantId, 'Anna Abel');
    const task = await begin(t, options, scene);
    await task.go('Members');
    await task.click(task.page.getByRole('link', { name: 'Anna Abel' }));
    await task.click(task.page.getByRole('button', { name: 'Grant seat' }));
    await task.page.getByRole('status').waitFor();
    t.is(await db().seat.count({ where: { tenantId: scene.tenantId } }), 1);
    await task.done({ clicks: 3, pages: 3 });
  },

  async 'change the type of a license'(t, options) {
    const scene = await seatScene(server);
    const basic = await sellBasic(scene);
    const anna = await addNamed(server, scene.tenantId, 'Anna Abel');
    await holdSeat(server, basic, anna);
    const task = await begin(t, options, scene);
    await task.go('Members');
    await task.click(task.page.getByRole('link', { name: 'Anna Abel' }));
    await task.page.getByLabel('License').selectOption({ label: 'Pro (3 free), instead of Basic' });
    await task.click(task.page.getByRole('button', { name: 'Grant seat' }));
    await task.click(task.page.locator('main').getByRole('button', { name: 'Change' }));
    await task.page.getByRole('status').waitFor();
    const { subscriptionId } = await db().seat.findFirstOrThrow({ where: { userId: anna.userId } });
    t.is(subscriptionId, scene.subscriptionId);
    await task.done({ clicks: 4, pages: 4 });
  },

  async 'take a seat back'(t, options) {
    const scene = await seatScene(server);
    await holdSeat(server, scene, await addNamed(server, scene.tenantId, 'Anna Abel'));
    const task = await begin(t, options, scene);
    await openHolders(task);
    await task.click(task.page.getByLabel('Select Anna Abel'));
    await task.click(task.page.getByRole('button', { name: 'Take back the selected seats' }));
    await task.click(task.page.getByRole('button', { name: 'Take back', exact: true }));
    await task.page.getByText('The seats were taken back.').waitFor();
    t.is(await db().seat.count({ where: { tenantId: scene.tenantId } }), 0);
    await task.done({ clicks: 5, pages: 4 });
  },

  async 'approve a request'(t, options) {
    const scene = await seatScene(server);
    const { tenantId, applicationId, licenseTypeId } = scene;
    const { userId } = await addNamed(server, tenantId, 'Dora Dorn');
    const note = 'I start in the sales team on Monday.';
    await db().licenseRequest.create({ data: { tenantId, applicationId, licenseTypeId, userId, note } });
    const task = await begin(t, options, scene);
    await task.click(task.page.locator('main').getByRole('link', { name: /1 license request/u }));
    await task.click(task.page.getByRole('link', { name: 'Decide' }));
    await task.click(task.page.getByRole('button', { name: 'Approve' }));
    await task.page.getByText('The request was approved. The person has a seat.').waitFor();
    await task.done({ clicks: 3, pages: 3 });
  },

  async 'find out why somebody has no access'(t, options) {
    const scene = await seatScene(server);
    const { email } = await addNamed(server, scene.tenantId, 'Anna Abel');
    const page = await openPlatformPage(server, '/platform', { options });
    const task = countTask(t, page);
    await task.go('Explain access');
    await page.getByLabel('Email or id of the person').fill(email);
    await page.getByLabel('Organization', { exact: true }).fill(scene.slug);
    await page.getByLabel('Application').selectOption({ label: scene.application });
    await task.click(page.getByRole('button', { name: 'Explain' }));
    await page.getByText('The person holds no seat of the application in this organization.').first().waitFor();
    await task.done({ clicks: 2, pages: 2 });
  },

  async 'add a client, and sign in with it'(t, options) {
    const page = await openPlatformPage(server, '/platform', { options });
    const task = countTask(t, page);
    const id = `shop-${randomUUID()}`;
    await task.go('Clients');
    await task.click(page.getByRole('link', { name: 'New client' }));
    await page.getByLabel('Client id').fill(id);
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByLabel('Redirect URIs', { exact: true }).fill(callback);
    await task.click(page.locator('main').getByRole('button', { name: 'New client' }));
    const secret = String(await page.locator('code.secret').first().textContent());
    await task.done({ clicks: 3, pages: 3 });
    t.true(await signsIn(id, secret, options));
  },

  async 'replace the secret of a client'(t, options) {
    const id = `shop-${randomUUID()}`;
    const client = { id, name: `Shop ${id}`, type: 'CONFIDENTIAL', redirectUris: [callback] };
    await send(server.issuer, 'POST', '/api/platform/clients', await platformMachine(server), client);
    const page = await openPlatformPage(server, '/platform', { options });
    const task = countTask(t, page);
    await task.go('Clients');
    await task.click(page.getByRole('link', { name: client.name }));
    await task.click(page.getByRole('button', { name: 'Replace the secret' }));
    await task.click(page.getByRole('button', { name: 'Replace the secret' }));
    const secret = String(await page.locator('code.secret').first().textContent());
    await task.done({ clicks: 4, pages: 4 });
    t.true(await signsIn(id, secret, options));
  },

  async 'set up a second factor'(t, options) {
    const scene = await seatScene(server);
    const { email, userId } = scene.member;
    const page = await openAs(server, { email, path: '/account', options });
    const task = countTask(t, page);
    await task.go('Security');
    await task.click(page.getByRole('button', { name: 'Set up the authenticator app' }));
    const secret = String(await page.locator('code.secret').textContent()).replaceAll(' ', '');
    await page.locator('#field-code').fill(totp(secret));
    await task.click(page.getByRole('button', { name: 'Confirm' }));
    await page.getByText('Save your recovery codes').first().waitFor();
    t.true((await db().user.findUniqueOrThrow({ where: { id: userId } })).mfaEnabled);
    await task.done({ clicks: 3, pages: 3 });
  },

  async 'look into a failed webhook'(t, options) {
    const scene = await seatScene(server);
    const { tenantId } = scene;
    const failingSince = new Date(Date.now() - day / 8);
    const webhook = await db().webhook.create({
      data: {
        tenantId,
        url: 'https://hooks.northwind.test/identity',
        events: ['*'],
        secret: Buffer.from('sealed'),
        failingSince,
        failures: 5,
      },
    });
    await db().webhookDelivery.create({
      data: {
        webhookId: webhook.id,
        eventId: randomUUID(),
        horizon: 1n,
        seq: 1n,
        type: 'seat.granted',
        status: 'FAILED',
        attempts: 12,
        responseStatus: 500,
        responseBody: '{ "error": "The queue is full." }',
        lastError: 'The receiver answered with status 500.',
      },
    });
    const task = await begin(t, options, scene);
    await task.click(task.page.locator('main').getByRole('link', { name: '1 webhook fails' }));
    await task.click(task.page.getByRole('link', { name: webhook.url }));
    await task.click(task.page.getByRole('link', { name: 'seat.granted' }));
    await task.page.getByText('The queue is full.').waitFor();
    await task.done({ clicks: 3, pages: 3 });
  },
};

for (const [look, options] of Object.entries(consoleLooks))
  for (const [name, run] of Object.entries(tasks)) browserTest(`${name} (${look})`, (t) => run(t, options));
