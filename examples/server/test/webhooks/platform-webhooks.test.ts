import test from 'ava';
import { machineToken } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { addEvent, codeOf, hook, rowOf, server } from '../support/webhook-tests.js';

let token: Promise<string> | undefined;
/** The token of a machine of the platform. */
const ofPlatform = () => (token ??= machineToken(server, null, ['events:read', 'events:write']));

const api = async (method: string, below = '', body?: unknown) =>
  send(server.issuer, method, `/api/platform/webhooks${below}`, await ofPlatform(), body);

test.serial('a webhook of the platform has no tenant, and gets events of all tenants and of none', async (t) => {
  const tenants = [await freshTenant(server), await freshTenant(server)];
  const since = new Date(Date.now() - 1000).toISOString();
  const events = ['license_mails.updated', 'secret.rotated'];
  for (const { id } of tenants) await addEvent(id, { type: 'license_mails.updated' });
  await addEvent(null, { type: 'secret.rotated' });
  const created = await api('POST', '', { ...hook, events });
  t.is(created.status, 201);
  t.deepEqual(Object.keys(created.body).sort(), [
    'createdAt',
    'description',
    'events',
    'failingSince',
    'id',
    'secret',
    'status',
    'url',
  ]);
  const { id } = created.body;
  t.is((await rowOf(id)).tenantId, null);
  t.like(await lastEvent(server, 'webhook.created', id), { actorKind: 'machine', tenantId: null, data: { events } });
  t.deepEqual((await api('POST', `/${id}/replay`, { since })).body, { count: 3 });
  const { body } = await api('POST', `/${id}/test`);
  const { deliveries } = (await api('GET', `/${id}/deliveries`)).body as { deliveries: { id: string; type: string }[] };
  t.is(deliveries.length, 4);
  t.like(deliveries[0], { id: body['deliveryId'], type: 'webhook.test' });
});

test.serial('the platform has 100 webhooks at most, also when they are created at once', async (t) => {
  const { db } = server.identity;
  const had = await db.webhook.count({ where: { tenantId: null } });
  const data = Array.from({ length: 97 - had }, () => ({ ...hook, secret: new Uint8Array([1]) }));
  await db.webhook.createMany({ data });
  const answers = await Promise.all(Array.from({ length: 6 }, () => api('POST', '', hook)));
  const refused = answers.filter(({ status }) => status !== 201);
  t.is(refused.length, 3);
  for (const answer of refused) t.deepEqual(codeOf(answer), [422, 'VALIDATION_FAILED']);
  t.is(await db.webhook.count({ where: { tenantId: null } }), 100);
  t.is(((await api('GET')).body['webhooks'] as unknown[]).length, 100);
});
