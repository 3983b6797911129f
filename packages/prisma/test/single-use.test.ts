import test from 'ava';
import pg from 'pg';
import { createOidcAdapter } from '../src/index.js';
import { errors } from '../src/oidc-provider.js';
import { models, newId, payloadOf } from './support/models.js';
import { saveGrant, saveToken } from './support/store.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);
const rounds = 5;

let processes: pg.Pool[] = [];
test.before(() => {
  processes = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: database.url, max: 5 }));
});
test.after.always(() => Promise.all(processes.map((pool) => pool.end())));

/** Consumes one id twenty times at once through four pools, as four processes would. */
async function consumeAtOnce(model: string, id: string) {
  const attempts = Array.from({ length: 5 }, () => processes.map((pool) => createOidcAdapter(pool)(model).consume(id)));
  const results = await Promise.allSettled(attempts.flat());
  return {
    succeeded: results.filter(({ status }) => status === 'fulfilled').length,
    refused: results.filter((result) => result.status === 'rejected' && result.reason instanceof errors.InvalidGrant)
      .length,
  };
}

for (const model of ['RefreshToken', 'AuthorizationCode']) {
  test.serial(`${model}: of twenty uses at once one succeeds, the others end the grant`, async (t) => {
    const [adapter, grants] = [createOidcAdapter(database.pool)(model), createOidcAdapter(database.pool)('Grant')];
    for (let round = 0; round < rounds; round += 1) {
      const grantId = await saveGrant(database.pool);
      const id = await saveToken(adapter, grantId);
      const sibling = await saveToken(createOidcAdapter(database.pool)('AccessToken'), grantId);
      t.deepEqual(await consumeAtOnce(model, id), { succeeded: 1, refused: 19 });
      t.is(await grants.find(grantId), undefined);
      t.is(await adapter.find(id), undefined);
      t.is(await createOidcAdapter(database.pool)('AccessToken').find(sibling), undefined);
    }
  });

  test(`${model}: a second use ends the grant of that token and no other`, async (t) => {
    const [adapter, grants] = [createOidcAdapter(database.pool)(model), createOidcAdapter(database.pool)('Grant')];
    const [grantId, other] = [await saveGrant(database.pool), await saveGrant(database.pool)];
    const id = await saveToken(adapter, grantId);
    const otherId = await saveToken(adapter, other);
    await adapter.consume(id);
    t.truthy(await grants.find(grantId));
    await t.throwsAsync(Promise.resolve(adapter.consume(id)), { instanceOf: errors.InvalidGrant });
    t.is(await grants.find(grantId), undefined);
    t.truthy(await grants.find(other));
    t.truthy(await adapter.find(otherId));
  });
}

for (const model of models.filter(({ consumable, table }) => consumable && table === 'oidc_records')) {
  test.serial(
    `${model.name}: of twenty uses at once one succeeds, and the others end its grant, if it has one`,
    async (t) => {
      const grants = createOidcAdapter(database.pool)('Grant');
      for (let round = 0; round < rounds; round += 1) {
        const [id, grantId] = [newId(), await saveGrant(database.pool)];
        const payload = payloadOf(model, id, grantId);
        await createOidcAdapter(database.pool)(model.name).upsert(id, payload, 600);
        t.deepEqual(await consumeAtOnce(model.name, id), { succeeded: 1, refused: 19 });
        t.is((await grants.find(grantId)) === undefined, payload.grantId === grantId);
      }
    },
  );
}
