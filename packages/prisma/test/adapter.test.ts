import test from 'ava';
import { hashId } from '../src/ids.js';
import { createOidcAdapter } from '../src/index.js';
import { errors } from '../src/oidc-provider.js';
import { models, newId, payloadOf } from './support/models.js';
import { expire, saveGrant, saveSession } from './support/store.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

test('the table of models is that of the library', (t) => {
  t.is(new Set(models.map(({ name }) => name)).size, 15);
});

for (const model of models) {
  const arrange = async () => {
    const adapter = createOidcAdapter(database.pool)(model.name);
    const [id, grantId] = [newId(), await saveGrant(database.pool)];
    return { adapter, id, grantId, payload: payloadOf(model, id, grantId) };
  };

  test(`${model.name}: what was stored is found by its id`, async (t) => {
    const { adapter, id, payload } = await arrange();
    t.is(await adapter.find(id), undefined);
    await adapter.upsert(id, payload, 600);
    t.deepEqual(await adapter.find(id), payload);
    t.is(await adapter.find(newId()), undefined);
  });

  test(`${model.name}: storing again replaces`, async (t) => {
    const { adapter, id, payload } = await arrange();
    await adapter.upsert(id, { ...payload, nonce: 'is gone afterwards' }, 600);
    const changed = { ...payload, acr: 'changed' };
    await adapter.upsert(id, changed, 600);
    t.deepEqual(await adapter.find(id), changed);
  });

  if (model.foundExpired) {
    test(`${model.name}: what has expired is found with the time when it did, whatever its payload says`, async (t) => {
      const { adapter, id, payload } = await arrange();
      const later = Math.floor(Date.now() / 1000) + 600;
      await adapter.upsert(id, { ...payload, exp: later }, 600);
      await expire(database.pool, model.table, id);
      const { exp, ...rest } = (await adapter.find(id)) ?? {};
      t.deepEqual({ ...rest, exp: payload.exp }, payload);
      t.true(Number.isInteger(exp) && Number(exp) < later - 590, String(exp));
      t.true(Number(exp) <= Math.floor(Date.now() / 1000));
      if (payload.userCode) t.is((await adapter.findByUserCode(payload.userCode))?.exp, exp);
    });
  } else {
    test(`${model.name}: what has expired is never found`, async (t) => {
      const { adapter, id, payload } = await arrange();
      await adapter.upsert(id, payload, 600);
      await expire(database.pool, model.table, id);
      t.is(await adapter.find(id), undefined);
      if (payload.uid) t.is(await adapter.findByUid(payload.uid), undefined);
    });
  }

  test(`${model.name}: what was destroyed is never found, and destroying it again is no error`, async (t) => {
    const { adapter, id, payload } = await arrange();
    await adapter.upsert(id, payload, 600);
    await adapter.destroy(id);
    t.is(await adapter.find(id), undefined);
    await t.notThrowsAsync(Promise.resolve(adapter.destroy(id)));
  });

  test(`${model.name}: is not found as another model`, async (t) => {
    const { adapter, id, payload } = await arrange();
    await adapter.upsert(id, payload, 600);
    for (const other of models.filter(({ name }) => name !== model.name)) {
      t.is(await createOidcAdapter(database.pool)(other.name).find(id), undefined, other.name);
    }
  });

  if (model.consumable) {
    test(`${model.name}: is marked with the time when it is consumed, and that only once`, async (t) => {
      const { adapter, id, payload } = await arrange();
      await adapter.upsert(id, payload, 600);
      const before = Math.floor(Date.now() / 1000);
      await adapter.consume(id);
      const { consumed, ...rest } = (await adapter.find(id)) ?? {};
      t.deepEqual(rest, payload);
      t.true(Number.isInteger(consumed));
      t.true(consumed >= before - 1 && consumed <= Date.now() / 1000 + 1, String(consumed));
      await t.throwsAsync(Promise.resolve(adapter.consume(id)), { instanceOf: errors.InvalidGrant });
    });

    test(`${model.name}: the time of its use is rounded down, never into the future`, async (t) => {
      const { adapter, id, payload } = await arrange();
      await adapter.upsert(id, payload, 600);
      const time = "'2030-01-01T00:00:00.999Z'";
      await database.pool.query(`UPDATE identity.${model.table} SET consumed_at = ${time} WHERE id_hash = $1`, [
        hashId(id),
      ]);
      t.is((await adapter.find(id))?.consumed, Date.UTC(2030, 0, 1) / 1000);
    });

    test(`${model.name}: consuming what does not exist throws invalid_grant`, async (t) => {
      const { adapter, id } = await arrange();
      await t.throwsAsync(Promise.resolve(adapter.consume(id)), { instanceOf: errors.InvalidGrant });
    });

    test(`${model.name}: stays consumed when it is stored again`, async (t) => {
      const { adapter, id, payload } = await arrange();
      await adapter.upsert(id, payload, 600);
      await adapter.consume(id);
      await adapter.upsert(id, payload, 600);
      t.truthy((await adapter.find(id))?.consumed);
      await t.throwsAsync(Promise.resolve(adapter.consume(id)), { instanceOf: errors.InvalidGrant });
    });
  }

  if (model.revocable) {
    test(`${model.name}: revoking by grant removes exactly those of the grant`, async (t) => {
      const { adapter, id, grantId, payload } = await arrange();
      const [second, other] = [newId(), newId()];
      const otherPayload = payloadOf(model, other, await saveGrant(database.pool));
      await adapter.upsert(id, payload, 600);
      await adapter.upsert(second, payloadOf(model, second, grantId), 600);
      await adapter.upsert(other, otherPayload, 600);
      await adapter.revokeByGrantId(grantId);
      t.is(await adapter.find(id), undefined);
      t.is(await adapter.find(second), undefined);
      t.deepEqual(await adapter.find(other), otherPayload);
    });
  }
}

test('a session is found by its uid', async (t) => {
  const sessions = createOidcAdapter(database.pool)('Session');
  const uid = newId();
  await saveSession(database.pool, uid);
  t.is((await sessions.findByUid(uid))?.uid, uid);
  t.is(await sessions.findByUid(newId()), undefined);
});

test('a session that is given a new cookie value is found by that one only', async (t) => {
  const sessions = createOidcAdapter(database.pool)('Session');
  const uid = newId();
  const before = await saveSession(database.pool, uid);
  const after = await saveSession(database.pool, uid);
  t.is(await sessions.find(before), undefined);
  t.is((await sessions.find(after))?.jti, after);
  t.is((await sessions.findByUid(uid))?.uid, uid);
});

test('a device code is found by its user code, with the id that the library saves it by', async (t) => {
  const deviceCodes = createOidcAdapter(database.pool)('DeviceCode');
  const [id, userCode] = [newId(), newId()];
  const payload = { jti: id, kind: 'DeviceCode', clientId: 'a-client', userCode };
  await deviceCodes.upsert(id, payload, 600);
  t.deepEqual(await deviceCodes.findByUserCode(userCode), payload);
  t.is(await deviceCodes.findByUserCode(newId()), undefined);
  await deviceCodes.consume(id);
  t.truthy((await deviceCodes.findByUserCode(userCode))?.consumed);
});

test('what is stored without an expiry stays', async (t) => {
  const registrationTokens = createOidcAdapter(database.pool)('RegistrationAccessToken');
  const id = newId();
  await registrationTokens.upsert(id, { jti: id, clientId: 'a-client' });
  t.is((await registrationTokens.find(id))?.clientId, 'a-client');
});

test('two devices never have the same user code, unless the first one has expired', async (t) => {
  const codes = createOidcAdapter(database.pool)('DeviceCode');
  const userCode = newId();
  const save = async (id: string) =>
    codes.upsert(id, { jti: id, kind: 'DeviceCode', clientId: 'a-client', userCode }, 600);
  const [first, second] = [newId(), newId()];
  await save(first);
  await t.throwsAsync(save(second), { instanceOf: errors.TemporarilyUnavailable });
  t.is((await codes.findByUserCode(userCode))?.jti, first);
  await save(first);
  await expire(database.pool, 'oidc_records', first);
  await save(second);
  t.is((await codes.findByUserCode(userCode))?.jti, second);
  t.is(await codes.find(first), undefined);
});

test('of twenty devices that get one user code at once, one has it', async (t) => {
  const codes = createOidcAdapter(database.pool)('DeviceCode');
  const userCode = newId();
  const saved = await Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      const id = newId();
      await codes.upsert(id, { jti: id, kind: 'DeviceCode', clientId: 'a-client', userCode }, 600);
    }),
  );
  t.is(saved.filter(({ status }) => status === 'fulfilled').length, 1);
});
