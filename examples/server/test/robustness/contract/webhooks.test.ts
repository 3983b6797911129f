import { randomUUID } from 'node:crypto';
import test from 'ava';
import { machineToken } from '../../support/licensing-api.js';
import { owner, path, server, tenant } from '../../support/rehearsal-tests.js';
import { type Attempt, lazily } from '../../support/route-contract/attempt.js';
import { contractTests, operationsOfArea, type Scene } from '../../support/route-contract/contract-tests.js';
import { rehearsedScenes } from '../../support/route-contract/rehearsed-scenes.js';
import { addWebhook } from '../../support/webhook-cases.js';

const streams: AbortController[] = [];
test.after.always(async () => {
  for (const stream of streams) stream.abort();
  await server.stop();
});

const { db } = server.identity;
const reader = lazily(() => machineToken(server, null, ['events:read']));
const machine = lazily(() => machineToken(server, tenant.id, ['events:read']));

/** The same request for a webhook that is paused. */
async function onPaused(valid: Attempt): Promise<Attempt> {
  const id = /webhooks\/([^/]+)/u.exec(valid.path)?.[1] ?? '';
  const { tenantId } = await db.webhook.findUniqueOrThrow({ where: { id } });
  const paused = await addWebhook(server, tenantId);
  await db.webhook.update({ where: { id: paused }, data: { status: 'PAUSED' } });
  const deliveryId = /deliveries\/([^/]+)/u.exec(valid.path)?.[1];
  if (deliveryId === undefined) return { ...valid, path: valid.path.replace(id, paused) };
  const { id: _, ...delivery } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  const copy = await db.webhookDelivery.create({ data: { ...delivery, webhookId: paused } });
  return { ...valid, path: valid.path.replace(id, paused).replace(deliveryId, copy.id) };
}

const deliveryOf = (webhookId: string) => ({
  webhookId,
  eventId: randomUUID(),
  horizon: 1,
  seq: 1,
  type: 'seat.granted',
});

/** The same request for a webhook with a replay whose events wait for their first attempt. */
async function whileReplaying(valid: Attempt): Promise<Attempt> {
  const id = /webhooks\/([^/]+)/u.exec(valid.path)?.[1] ?? '';
  const { tenantId } = await db.webhook.findUniqueOrThrow({ where: { id } });
  const replaying = await addWebhook(server, tenantId);
  // No event makes it due, so nothing is sent.
  await db.webhook.update({ where: { id: replaying }, data: { events: ['tenant.deleted'], dueAt: null } });
  await db.webhookDelivery.create({ data: { ...deliveryOf(replaying), replayed: true } });
  return { ...valid, path: valid.path.replace(id, replaying) };
}

/** The same request for a delivery whose event is no longer kept. */
async function onGoneEvent(valid: Attempt): Promise<Attempt> {
  const [, webhookId = '', deliveryId = ''] = /webhooks\/([^/]+)\/deliveries\/([^/]+)/u.exec(valid.path) ?? [];
  const { id } = await db.webhookDelivery.create({ data: { ...deliveryOf(webhookId), status: 'FAILED' } });
  return { ...valid, path: valid.path.replace(deliveryId, id) };
}

/** The same request while as many streams are open as a machine may have. */
async function whileStreaming(valid: Attempt): Promise<Attempt> {
  for (;;) {
    const stream = new AbortController();
    const headers = { authorization: `Bearer ${valid.token}` };
    const response = await fetch(`${server.issuer}${valid.path}`, { headers, signal: stream.signal });
    streams.push(stream);
    if (!response.ok) return valid;
  }
}

const operations = operationsOfArea(server, 'webhooks');
const more: Record<string, Omit<Scene, 'valid'>> = {};
const read: Record<string, Scene> = {};
for (const { template, base, tenantId, token } of [
  { template: '/api/tenants/{id}/webhooks', base: `${path}/webhooks`, tenantId: tenant.id, token: async () => owner },
  { template: '/api/platform/webhooks', base: '/api/platform/webhooks', tenantId: null, token: reader },
]) {
  more[`POST ${template}/{webhookId}/test`] = { errors: { WEBHOOK_PAUSED: onPaused } };
  more[`POST ${template}/{webhookId}/replay`] = {
    errors: { WEBHOOK_PAUSED: onPaused, REPLAY_RUNNING: whileReplaying },
  };
  more[`POST ${template}/{webhookId}/deliveries/{deliveryId}/redeliver`] = {
    errors: { WEBHOOK_PAUSED: onPaused, EVENT_GONE: onGoneEvent },
  };
  const ofOne = async (below: string) => ({
    token: await token(),
    path: `${base}/${await addWebhook(server, tenantId)}${below}`,
  });
  read[`GET ${template}`] = { valid: async () => ({ token: await token(), path: base }) };
  read[`GET ${template}/{webhookId}`] = { valid: () => ofOne('') };
  read[`GET ${template}/{webhookId}/deliveries`] = { valid: () => ofOne('/deliveries') };
}

contractTests(() => server, operations, {
  ...read,
  ...rehearsedScenes(operations, more),
  'GET /api/platform/events': { valid: async () => ({ token: await reader(), path: '/api/platform/events?after=' }) },
  'GET /api/tenants/{id}/events': { valid: () => ({ token: owner, path: `${path}/events` }) },
  'GET /api/tenants/{id}/events/export': { valid: () => ({ token: owner, path: `${path}/events/export` }) },
  'GET /api/users/me/events': { valid: () => ({ token: owner, path: '/api/users/me/events' }) },
  'GET /api/integration/events/stream': {
    valid: async () => ({ token: await machine(), path: '/api/integration/events/stream' }),
    errors: {
      // Of another machine, so that the valid request still has room.
      RATE_LIMITED: async (valid) =>
        whileStreaming({ ...valid, token: await machineToken(server, tenant.id, ['events:read']) }),
    },
  },
});
