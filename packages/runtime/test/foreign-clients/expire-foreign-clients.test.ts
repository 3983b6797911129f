import { createTestDatabase } from '@org/identity-dev-postgres';
import { createEventBus, openDatabase } from '@org/identity-prisma';
import test from 'ava';
import { expireForeignClients } from '../../src/foreign-clients/expire-foreign-clients.js';

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day);

test('clients that came by themselves are deleted when nobody uses them, and no others', async (t) => {
  const database = await createTestDatabase({ withDemoData: true });
  const { db, close } = openDatabase({ databaseUrl: database.url, poolSize: 2 });
  t.teardown(async () => {
    await close();
    await database.drop();
  });
  const add = (id: string, fields: object) =>
    db.client.create({
      data: { id, name: id, type: 'SPA', source: 'REGISTERED', redirectUris: [], createdAt: ago(200), ...fields },
    });
  const document = { source: 'METADATA_DOCUMENT' };
  const gone = ['never', 'rarely', 'https://a.example/never', 'https://a.example/rarely'];
  await add('never', { createdAt: ago(1.1) });
  await add('rarely', { lastUsedAt: ago(31) });
  await add('https://a.example/never', { ...document, createdAt: ago(1.1) });
  await add('https://a.example/rarely', { ...document, lastUsedAt: ago(91) });
  const kept = ['new', 'used', 'blocked', 'decided', 'https://a.example/used', 'by-hand'];
  await add('new', { createdAt: ago(0.9) });
  await add('used', { lastUsedAt: ago(29) });
  await add('blocked', { blockedAt: ago(100) });
  await add('decided', {});
  await add('https://a.example/used', { ...document, lastUsedAt: ago(89) });
  await add('by-hand', { source: 'MANUAL' });
  const { id: tenantId } = await db.tenant.findFirstOrThrow();
  await db.tenantApplication.create({ data: { tenantId, clientId: 'decided', status: 'BLOCKED' } });
  const { id: userId } = await db.user.findFirstOrThrow();
  await db.consent.create({ data: { userId, clientId: 'rarely', scopes: ['openid'] } });
  await db.oidcGrant.create({
    data: { id: 'grant', clientId: 'rarely', accountId: userId, payload: {}, expiresAt: ago(-10) },
  });

  const events = createEventBus(() => undefined);
  t.is(await expireForeignClients({ db, events }), gone.length);
  t.is(await db.client.count({ where: { id: { in: gone } } }), 0);
  t.is(await db.client.count({ where: { id: { in: kept } } }), kept.length);
  t.truthy((await db.oidcGrant.findUniqueOrThrow({ where: { id: 'grant' } })).revokedAt, 'its grants end');
  const recorded = await db.event.findMany({ where: { type: 'client.deleted' } });
  t.deepEqual(recorded.map(({ subjectId }) => subjectId).sort(), [...gone].sort());
  t.deepEqual(new Set(recorded.map(({ actorKind }) => actorKind)), new Set(['system']));
});
