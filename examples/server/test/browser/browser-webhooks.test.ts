import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { openPlatformPage } from '../support/browser-platform.js';
import { browserTest, complaints, openAs } from '../support/browser-tests.js';
import { makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { picture } from '../support/pictures.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer({ plugins: allPlugins(), allowPrivateNetworks: true });
});
test.after.always(() => server?.stop());

const open = (email: string, path: string, options?: BrowserContextOptions) => openAs(server, { email, path, options });

const hour = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

/** A webhook with deliveries of every kind, and two others. None of them is due, so nothing is sent. */
async function busyScene(): Promise<SeatScene & { webhookId: string; failedId: string }> {
  const scene = await seatScene(server, 4);
  const { db } = server.identity;
  const { tenantId } = scene;
  await db.tenant.update({ where: { id: tenantId }, data: { name: 'Northwind Traders' } });
  const add = (url: string, more: object = {}) =>
    db.webhook.create({ data: { tenantId, url, events: ['*'], secret: Buffer.from('sealed'), ...more } });
  const { id: webhookId } = await add('https://hooks.northwind.test/identity', {
    events: ['seat.*', 'member.added', 'member.removed', 'subscription.*', 'tenant.updated'],
    description: 'Billing',
    failingSince: ago(3),
    failures: 5,
  });
  await add(`https://example.com/${'a-very-long-path/'.repeat(8)}?key=value`, { description: 'Data warehouse' });
  await add('https://old.example.com/hooks', { status: 'PAUSED', failingSince: ago(30) });
  const event = await db.event.create({
    data: {
      type: 'seat.granted',
      tenantId,
      actorKind: 'user',
      actorId: scene.owner.userId,
      subjectId: scene.member.userId,
      data: { applicationId: scene.applicationId, cause: 'granted' },
    },
  });
  const failed = await db.webhookDelivery.create({
    data: {
      webhookId,
      eventId: event.id,
      horizon: 1n,
      seq: 1n,
      type: 'seat.granted',
      status: 'FAILED',
      attempts: 12,
      responseStatus: 500,
      responseBody: '{\n  "error": "The queue is full."\n}',
      lastError: 'The receiver answered with status 500.',
    },
  });
  for (const [index, status] of (['DELIVERED', 'DELIVERED', 'PENDING'] as const).entries())
    await db.webhookDelivery.create({
      data: {
        webhookId,
        eventId: randomUUID(),
        horizon: 2n,
        seq: BigInt(index),
        type: 'member.added',
        status,
        attempts: index + 1,
        responseStatus: status === 'DELIVERED' ? 204 : null,
        dueAt: new Date(Date.now() + hour),
      },
    });
  return { ...scene, webhookId, failedId: failed.id };
}

browserTest('an admin adds a webhook, tests, changes, pauses and deletes it, without scripts', async (t) => {
  const scene = await seatScene(server, 1);
  const path = `${scene.base}/webhooks`;
  const page = await open(scene.admin.email, path, { javaScriptEnabled: false });
  await page.getByText('No webhooks yet.').waitFor();
  await page.getByLabel('URL').fill('ftp://example.com');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('Enter a full URL that begins with https://.').first().waitFor();
  await page.getByLabel('URL').fill('http://127.0.0.1:9/hooks');
  await page.getByLabel('Only chosen events').check();
  await page.locator('summary', { hasText: 'Licenses' }).click();
  await page.getByLabel('All of this group seat.*').check();
  await page.locator('summary', { hasText: 'Members and organizations' }).click();
  await page.getByLabel('Member removed').check();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.locator('code.secret').textContent();
  t.regex(secret ?? '', /^whsec_[\w+/]{43}=$/u);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'http://127.0.0.1:9/hooks' }).waitFor();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByText('A test event was sent.').waitFor();
  await page.getByRole('link', { name: 'webhook.test' }).click();
  await page.getByText(`"tenantId": "${scene.tenantId}"`).waitFor();
  await page.getByRole('button', { name: 'Send again now' }).click();
  await page.getByText('The event is being sent again.').waitFor();
  await page.getByRole('link', { name: 'Back to the webhook' }).click();
  await page.getByLabel('Description').fill('Billing');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The changes were saved.').waitFor();
  await page.getByLabel('Since').fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await page.getByText('The events are being sent again.').waitFor();
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  await page.getByText('Requests are signed with both secrets for one day.').waitFor();
  await page.getByRole('button', { name: 'Create secret' }).click();
  t.not(await page.locator('code.secret').textContent(), secret);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The webhook is paused.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('The webhook is active again.').waitFor();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('Events that are still waiting are not sent.').waitFor();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('The webhook was deleted.').waitFor();
  t.is(await server.identity.db.webhook.count({ where: { tenantId: scene.tenantId } }), 0);
});

browserTest('the pages about webhooks look right, in both languages', async (t) => {
  const scene = await busyScene();
  const path = `${scene.base}/webhooks`;
  const page = await open(scene.owner.email, path);
  await picture(t, page, 'console-webhooks', page.getByText('Data warehouse'));
  await page.goto(`${server.issuer}${path}/${scene.webhookId}`);
  await picture(t, page, 'console-webhook', page.getByRole('link', { name: 'seat.granted' }));
  await page.goto(`${server.issuer}${path}/${scene.webhookId}/deliveries/${scene.failedId}`);
  await picture(t, page, 'console-delivery', page.getByText('The queue is full.'));
  await makeGerman(server, scene.owner);
  await page.goto(`${server.issuer}${path}`);
  await picture(t, page, 'german-console-webhooks', page.getByRole('heading', { name: 'Webhook anlegen' }));
  await page.goto(`${server.issuer}${path}/${scene.webhookId}`);
  await picture(t, page, 'german-console-webhook', page.getByRole('button', { name: 'Testereignis senden' }));
});

browserTest('operators see the webhooks of the platform and of all tenants, and how far readers are', async (t) => {
  const scene = await busyScene();
  const page = await openPlatformPage(server, '/platform/webhooks');
  await page.getByRole('heading', { name: 'Delivery progress' }).waitFor();
  await page.getByLabel('URL').fill('http://127.0.0.1:9/platform');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'http://127.0.0.1:9/platform' }).waitFor();
  await page.goto(`${server.issuer}/platform/webhooks`);
  await picture(t, page, 'platform-webhooks', page.getByRole('link', { name: 'http://127.0.0.1:9/platform' }));
  await page.locator(`a[href="${scene.base}/webhooks/${scene.webhookId}"]`).click();
  await page.getByRole('heading', { name: 'https://hooks.northwind.test/identity' }).waitFor();
  t.pass();
});

browserTest('a new secret is copied by its button, and selected where the browser does not allow that', async (t) => {
  const scene = await seatScene(server, 1);
  const page = await open(scene.admin.email, `${scene.base}/webhooks`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const found = complaints(page);
  await page.getByLabel('URL').fill('http://127.0.0.1:9/hooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.locator('code.secret').textContent();
  const copy = page.getByRole('button', { name: 'Copy Secret' });
  await copy.press('Enter');
  await page.getByText('Copied', { exact: true }).waitFor();
  t.is(await page.evaluate('navigator.clipboard.readText()'), secret);
  await page.locator('summary', { hasText: 'Environment variable' }).click();
  await picture(t, page, 'console-webhook-secret', page.locator('.raw').first());
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))');
  await copy.click();
  await page.getByText('Selected. Copy it').waitFor();
  t.is(await page.evaluate('getSelection().toString()'), secret);
  t.deepEqual(found, []);
});

browserTest('all events hide the choice of events, and an open group can be read', async (t) => {
  const scene = await busyScene();
  const page = await open(scene.owner.email, `${scene.base}/webhooks`);
  const groups = page.locator('.picks details');
  t.false(await groups.first().isVisible());
  await page.getByLabel('Only chosen events').check();
  await groups.first().locator('summary').click();
  await page.getByLabel('Member added').check();
  await picture(t, page, 'console-webhook-events', page.getByLabel('Member added'));
});
