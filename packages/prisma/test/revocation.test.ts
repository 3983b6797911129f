import test from 'ava';
import { createOidcAdapter, endOtherSessions, endSession, findGrantId } from '../src/index.js';
import { errors } from '../src/oidc-provider.js';
import { newId } from './support/models.js';
import { expire, saveGrant, saveSession, saveToken } from './support/store.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);
const adapterOf = (model: string) => createOidcAdapter(database.pool)(model);

for (const model of ['AccessToken', 'AuthorizationCode', 'RefreshToken']) {
  test(`${model}: is not found once its grant is revoked`, async (t) => {
    const grantId = await saveGrant(database.pool);
    const id = await saveToken(adapterOf(model), grantId);
    t.truthy(await adapterOf(model).find(id));
    await adapterOf('Grant').destroy(grantId);
    t.is(await adapterOf(model).find(id), undefined);
  });

  test(`${model}: is not found once its grant has expired`, async (t) => {
    const grantId = await saveGrant(database.pool);
    const id = await saveToken(adapterOf(model), grantId);
    await expire(database.pool, 'oidc_grants', grantId);
    t.is(await adapterOf(model).find(id), undefined);
  });

  test(`${model}: is not found when it was written after its grant was revoked`, async (t) => {
    const grantId = await saveGrant(database.pool);
    await adapterOf('Grant').destroy(grantId);
    const id = await saveToken(adapterOf(model), grantId);
    t.is(await adapterOf(model).find(id), undefined);
  });

  test(`${model}: is refused with invalid_grant when its grant does not exist`, async (t) => {
    await t.throwsAsync(saveToken(adapterOf(model), newId()), { instanceOf: errors.InvalidGrant });
  });

  test(`${model}: none of those being written while the grant is revoked lives on`, async (t) => {
    const grantId = await saveGrant(database.pool);
    const writes = Array.from({ length: 10 }, () => saveToken(adapterOf(model), grantId));
    await adapterOf('Grant').destroy(grantId);
    for (const id of await Promise.all(writes)) t.is(await adapterOf(model).find(id), undefined);
  });
}

test('a revoked grant that a request under way saves again stays revoked', async (t) => {
  const grantId = await saveGrant(database.pool);
  const payload = await adapterOf('Grant').find(grantId);
  await adapterOf('Grant').destroy(grantId);
  await adapterOf('Grant').upsert(grantId, payload ?? {}, 600);
  t.is(await adapterOf('Grant').find(grantId), undefined);
});

test('a session that was ended is not found and cannot be written back', async (t) => {
  const uid = newId();
  const id = await saveSession(database.pool, uid);
  await endSession(database.pool, uid);
  t.is(await adapterOf('Session').find(id), undefined);
  t.is(await adapterOf('Session').findByUid(uid), undefined);
  await t.throwsAsync(saveSession(database.pool, uid), { instanceOf: errors.SessionNotFound });
  t.is(await adapterOf('Session').findByUid(uid), undefined);
});

test('a session that ends between two writes of its rotation cannot be written back', async (t) => {
  const uid = newId();
  const id = await saveSession(database.pool, uid);
  await adapterOf('Session').destroy(id);
  await endSession(database.pool, uid);
  await t.throwsAsync(saveSession(database.pool, uid), { instanceOf: errors.SessionNotFound });
});

test('a session that is being written while it ends is ended afterwards', async (t) => {
  const uid = newId();
  await saveSession(database.pool, uid);
  const writes = Array.from({ length: 10 }, () => saveSession(database.pool, uid));
  const results = await Promise.allSettled([...writes, endSession(database.pool, uid)]);
  for (const result of results) {
    if (result.status === 'rejected') t.true(result.reason instanceof errors.SessionNotFound);
  }
  t.is(await adapterOf('Session').findByUid(uid), undefined);
});

test('ending a session twice is no error', async (t) => {
  const uid = newId();
  await saveSession(database.pool, uid);
  await endSession(database.pool, uid);
  await t.notThrowsAsync(endSession(database.pool, uid));
});

test('the end of a session revokes all of its grants and none of another session', async (t) => {
  const [uid, other] = [newId(), newId()];
  const ended = await Promise.all(
    ['first', 'second', 'second'].map((clientId) => saveGrant(database.pool, { sessionUid: uid, clientId })),
  );
  const kept = [await saveGrant(database.pool, { sessionUid: other }), await saveGrant(database.pool)];
  const refreshTokens = await Promise.all(ended.map((grantId) => saveToken(adapterOf('RefreshToken'), grantId)));
  await endSession(database.pool, uid);
  for (const grantId of ended) t.is(await adapterOf('Grant').find(grantId), undefined);
  for (const id of refreshTokens) t.is(await adapterOf('RefreshToken').find(id), undefined);
  for (const grantId of kept) t.truthy(await adapterOf('Grant').find(grantId));
});

test('the end of a session takes part in the transaction it is given', async (t) => {
  const uid = newId();
  await saveSession(database.pool, uid);
  const grantId = await saveGrant(database.pool, { sessionUid: uid });
  const connection = await database.pool.connect();
  await connection.query('BEGIN');
  await endSession(connection, uid);
  await connection.query('ROLLBACK');
  connection.release();
  t.truthy(await adapterOf('Session').findByUid(uid));
  t.truthy(await adapterOf('Grant').find(grantId));
});

const key = () => ({ sessionUid: newId(), clientId: 'a-client', accountId: newId(), tenantId: crypto.randomUUID() });

test('the grant of a session is found by client, account and tenant', async (t) => {
  const wanted = key();
  const grantId = await saveGrant(database.pool, wanted);
  t.is(await findGrantId(database.pool, wanted), grantId);
  for (const [name, value] of Object.entries(key())) {
    const other = { ...wanted, [name]: name === 'clientId' ? 'another-client' : value };
    t.is(await findGrantId(database.pool, other), undefined, name);
  }
  t.is(await findGrantId(database.pool, { ...wanted, tenantId: null }), undefined);
});

test('the grant without a tenant is found as such', async (t) => {
  const { tenantId: _none, ...wanted } = key();
  const grantId = await saveGrant(database.pool, wanted);
  t.is(await findGrantId(database.pool, { ...wanted, tenantId: null }), grantId);
});

test('of several grants the newest living one is found', async (t) => {
  const wanted = key();
  const [older, newer, newest] = [
    await saveGrant(database.pool, wanted),
    await saveGrant(database.pool, wanted),
    await saveGrant(database.pool, wanted),
  ];
  await database.pool.query("UPDATE identity.oidc_grants SET created_at = now() - interval '1 hour' WHERE id = $1", [
    older,
  ]);
  await database.pool.query("UPDATE identity.oidc_grants SET created_at = now() + interval '1 hour' WHERE id = $1", [
    newest,
  ]);
  t.is(await findGrantId(database.pool, wanted), newest);
  await adapterOf('Grant').destroy(newest);
  t.is(await findGrantId(database.pool, wanted), newer);
  await expire(database.pool, 'oidc_grants', newer);
  t.is(await findGrantId(database.pool, wanted), older);
});

/** A new session of a new account with two clients, of which only one gets logout notices. */
async function sessionOfTwoClients() {
  const [uid, accountId, told, untold, id] = [newId(), crypto.randomUUID(), newId(), newId(), newId()];
  const client = { name: 'A client', type: 'CONFIDENTIAL' as const };
  const backchannelLogoutUri = 'https://client.example/logout';
  await database.db.client.createMany({
    data: [
      { ...client, id: told, backchannelLogoutUri },
      { ...client, id: untold },
    ],
  });
  const authorizations = { [told]: { sid: `sid of ${uid}` }, [untold]: { sid: 'other' }, [newId()]: { sid: 'gone' } };
  const payload = { jti: id, kind: 'Session', uid, accountId, authorizations };
  await adapterOf('Session').upsert(id, payload, 600);
  const notices = () =>
    database.db.logoutNotice.findMany({ where: { accountId }, select: { clientId: true, sid: true } });
  return { uid, id, accountId, told, payload, notices };
}

test('the end of a session, by 20 at once, queues one notice for each client that is to be told', async (t) => {
  const { uid, accountId, told, notices } = await sessionOfTwoClients();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? endSession(database.pool, uid)
        : database.db.$transaction((tx) => endOtherSessions(tx, { accountId, except: null })),
    ),
  );
  t.deepEqual(await notices(), [{ clientId: told, sid: `sid of ${uid}` }]);
});

test('a session that has expired, goes on or has only lost a grant queues no notice', async (t) => {
  const expired = await sessionOfTwoClients();
  await expire(database.pool, 'oidc_sessions', expired.id);
  await endSession(database.pool, expired.uid);
  t.deepEqual(await expired.notices(), []);

  const active = await sessionOfTwoClients();
  const { accountId, uid } = active;
  await adapterOf('Grant').destroy(await saveGrant(database.pool, { sessionUid: uid, accountId }));
  await database.db.$transaction((tx) => endOtherSessions(tx, { accountId, except: uid }));
  t.deepEqual(await active.notices(), []);
  t.truthy(await adapterOf('Session').findByUid(uid));
});

test('a notice is taken back with the transaction that ended the session', async (t) => {
  const { accountId, uid, notices } = await sessionOfTwoClients();
  const rolledBack = database.db.$transaction(async (tx) => {
    await endSession(tx, uid);
    t.is(await tx.logoutNotice.count({ where: { accountId } }), 1);
    throw new Error('no');
  });
  await t.throwsAsync(rolledBack, { message: 'no' });
  t.deepEqual(await notices(), []);
});

test('all sessions of an account end, also one that is between two values of its cookie', async (t) => {
  const { id, accountId, uid, payload, notices } = await sessionOfTwoClients();
  await adapterOf('Session').destroy(id);
  await database.db.$transaction((tx) => endOtherSessions(tx, { accountId, except: null }));
  await t.throwsAsync(Promise.resolve(adapterOf('Session').upsert(newId(), payload, 600)), {
    instanceOf: errors.SessionNotFound,
  });
  t.is(await adapterOf('Session').findByUid(uid), undefined);
  t.is((await notices()).length, 1);
});

test('a session that is given a new cookie value keeps its public id', async (t) => {
  const { id, uid, payload } = await sessionOfTwoClients();
  const publicId = async () => (await database.db.oidcSession.findUniqueOrThrow({ where: { uid } })).publicId;
  const before = await publicId();
  await adapterOf('Session').destroy(id);
  await adapterOf('Session').upsert(newId(), payload, 600);
  t.is(await publicId(), before);
});
