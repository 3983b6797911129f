import { createTestDatabase } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import test from 'ava';
import { purgeLog } from '../../src/log/list-log.js';

test('entries of the log and expired tokens are deleted, others stay', async (t) => {
  const database = await createTestDatabase();
  const { db, pool, close } = await openDatabase({ databaseUrl: database.url });
  t.teardown(async () => {
    await close();
    await database.drop();
  });
  const tenant = await db.tenant.create({ data: { name: 'Acme', slug: 'acme' } });
  const { id: directoryId } = await db.directory.create({ data: { tenantId: tenant.id, name: 'Entra ID' } });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const entry = { directoryId, method: 'PUT', resource: 'User', result: 'APPLIED' } as const;
  const old = Array.from({ length: 1_500 }, () => ({ ...entry, at: daysAgo(31) }));
  await db.directoryLogEntry.createMany({ data: [...old, { ...entry, at: daysAgo(29) }] });
  const tokens = [daysAgo(1), null, daysAgo(-1)].map((expiresAt, index) => ({ expiresAt, hash: Buffer.from([index]) }));
  await db.directoryToken.createMany({ data: tokens.map((token) => ({ ...token, directoryId })) });
  await purgeLog(pool);
  t.is(await db.directoryLogEntry.count(), 1);
  t.is(await db.directoryToken.count(), 2);
});
