import { randomBytes } from 'node:crypto';
import { webhooks } from '@org/identity-server';
import test from 'ava';
import { comeDue, type DeletionServer, deleteAccount, startDeletionServer } from '../support/account-deletion.js';
import { signIn } from '../support/sign-in.js';
import { addUser, freshTenant } from '../support/tenant-api.js';

let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer([webhooks()]);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

async function addWebhook(tenantId: string | null): Promise<string> {
  const secret = Uint8Array.from(randomBytes(32));
  const data = { tenantId, url: 'https://hooks.test/', events: ['*'], secret };
  return (await db().webhook.create({ data: { ...data, status: 'PAUSED' } })).id;
}

test('an erasure clears the responses to all events of a user, of the tenant’s webhooks and the platform’s', async (t) => {
  const [tenant, other] = [await freshTenant(server), await freshTenant(server)];
  const { userId, email } = await addUser(server);
  const { tokens } = await signIn(server.issuer, { email });
  const [ofTenant, ofOther, ofPlatform] = [
    await addWebhook(tenant.id),
    await addWebhook(other.id),
    await addWebhook(null),
  ];
  // More than one batch has.
  const events = Array.from({ length: 1_100 }, (_, index) => ({
    type: 'member.added',
    tenantId: index % 3 === 0 ? null : tenant.id,
    actorKind: 'user',
    actorId: index % 2 === 0 ? userId : tenant.owner.userId,
    subjectId: index % 2 === 0 ? null : userId,
  }));
  const rows = await db().event.createManyAndReturn({ data: events, select: { id: true, tenantId: true } });
  const answered = { horizon: 1n, seq: 1n, type: 'member.added', status: 'FAILED', responseBody: 'got it' } as const;
  const deliveries = rows.flatMap(({ id: eventId, tenantId }) => [
    { ...answered, eventId, webhookId: ofPlatform },
    ...(tenantId === null ? [] : [{ ...answered, eventId, webhookId: ofTenant }]),
  ]);
  await db().webhookDelivery.createMany({ data: deliveries });
  const foreign = await db().event.create({ data: { type: 'member.added', tenantId: other.id, actorKind: 'system' } });
  const places = [ofOther, ofPlatform].map((webhookId) => ({ ...answered, eventId: foreign.id, webhookId }));
  await db().webhookDelivery.createMany({ data: places });
  t.is((await deleteAccount(server, tokens.access_token)).status, 200);
  await comeDue(server, userId);
  await server.erase();
  const kept = await db().webhookDelivery.findMany({ where: { responseBody: 'got it' }, select: { eventId: true } });
  t.deepEqual(kept, [{ eventId: foreign.id }, { eventId: foreign.id }]);
});
