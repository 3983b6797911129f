import { createEventBus, type OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { updateStoredTenant } from '../../src/tenant/update-tenant.js';
import { addTenant, addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const services = () => ({ db: database.db, events: createEventBus() });

test('changes of single settings at the same time lose nothing', async (t) => {
  const ownerId = await addUser(database.db);
  const tenantId = await addTenant(database.db, 'busy', [{ userId: ownerId, role: 'owner' }]);
  const names = Array.from({ length: 8 }, (_, number) => `setting-${number}`);
  await Promise.all(
    names.map((name) =>
      updateStoredTenant(services(), {
        tenantId,
        principal: userCaller(ownerId),
        changesOf: ({ settings }) => ({ settings: { ...settings, [name]: true } }),
      }),
    ),
  );
  const { settings } = await database.db.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  t.deepEqual(Object.keys(settings as object).sort(), names);
});

test('without changes nothing is written and nothing is published', async (t) => {
  const ownerId = await addUser(database.db);
  const tenantId = await addTenant(database.db, 'calm', [{ userId: ownerId, role: 'owner' }]);
  const before = await database.db.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  await updateStoredTenant(services(), { tenantId, principal: userCaller(ownerId), changesOf: () => undefined });
  t.deepEqual(await database.db.tenant.findUniqueOrThrow({ where: { id: tenantId } }), before);
  t.is(await database.db.event.count({ where: { tenantId } }), 0);
});

test('a member may not change the tenant, and does not see what is stored', async (t) => {
  const [ownerId, memberId] = [await addUser(database.db), await addUser(database.db)];
  const tenantId = await addTenant(database.db, 'closed', [{ userId: ownerId, role: 'owner' }, { userId: memberId }]);
  let seen = false;
  const changesOf = () => {
    seen = true;
    return { name: 'Stolen' };
  };
  const update = updateStoredTenant(services(), { tenantId, principal: userCaller(memberId), changesOf });
  await t.throwsAsync(update, { code: 'FORBIDDEN' });
  t.false(seen);
});
