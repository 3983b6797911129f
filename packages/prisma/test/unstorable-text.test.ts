import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createOidcAdapter, endSession, findTokenState } from '../src/index.js';
import { errors } from '../src/oidc-provider.js';
import { models, newId, payloadOf } from './support/models.js';
import { saveGrant } from './support/store.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

const texts = { 'U+0000': 'a\u0000b', 'a lone high surrogate': 'a\ud800b', 'a lone low surrogate': 'a\udc00b' };

for (const { name } of models) {
  test(`${name}: nothing is found by an id with U+0000`, async (t) => {
    const adapter = createOidcAdapter(database.pool)(name);
    t.is(await adapter.find(texts['U+0000']), undefined);
    t.is(await adapter.findByUid(texts['U+0000']), undefined);
    t.is(await adapter.findByUserCode(texts['U+0000']), undefined);
  });
}

for (const model of models) {
  test(`${model.name}: a payload with U+0000 or a lone surrogate is refused as the caller's mistake`, async (t) => {
    const adapter = createOidcAdapter(database.pool)(model.name);
    for (const [title, text] of Object.entries(texts)) {
      const id = newId();
      const payload = payloadOf(model, id, await saveGrant(database.pool));
      const write = Promise.resolve(adapter.upsert(id, { ...payload, params: { state: text } }, 600));
      const error = await t.throwsAsync(write, { instanceOf: errors.InvalidRequest }, title);
      t.is(error?.statusCode, 400);
      t.is(await adapter.find(id), undefined);
    }
  });
}

test('text with surrogates in pairs, backslashes and escapes is stored as it is', async (t) => {
  const interactions = createOidcAdapter(database.pool)('Interaction');
  const id = newId();
  const payload = { jti: id, params: { state: 'a 😀 "quote" \\u0000 \\ud800 \ufffd \u0001' } };
  await interactions.upsert(id, payload, 600);
  t.deepEqual(await interactions.find(id), payload);
});

test('a tenant that is no UUID is a failure of ours and not blamed on the caller', async (t) => {
  const error = await t.throwsAsync(saveGrant(database.pool, { tenantId: 'nonsense' }));
  t.false(error instanceof errors.InvalidRequest);
});

test('removing and consuming by an id with U+0000 never fails with an error of the database', async (t) => {
  for (const { name } of models) {
    const adapter = createOidcAdapter(database.pool)(name);
    const results = await Promise.allSettled([
      adapter.destroy(texts['U+0000']),
      adapter.consume(texts['U+0000']),
      adapter.revokeByGrantId(texts['U+0000']),
    ]);
    for (const result of results) {
      if (result.status === 'rejected') t.true(result.reason instanceof errors.OIDCProviderError, name);
    }
  }
});

test('a session with U+0000 cannot be ended, and that is the mistake of the caller', async (t) => {
  await t.throwsAsync(endSession(database.pool, texts['U+0000']), { instanceOf: errors.InvalidRequest });
});

test('no access token is found by an id with U+0000 or a lone surrogate', async (t) => {
  for (const text of Object.values(texts)) t.is(await findTokenState(database.pool, text), undefined);
  t.is(await findTokenState(database.pool, randomUUID()), undefined);
});
