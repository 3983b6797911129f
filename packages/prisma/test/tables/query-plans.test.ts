import type { TestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import type { Adapter } from 'oidc-provider';
import pg from 'pg';
import { createOidcAdapter, endSession, findGrantId, findTokenState, purgeExpired } from '../../src/index.js';
import { errors } from '../../src/oidc-provider.js';
import { createLargeDatabase, largeTables } from '../support/large-database.js';
import { newId } from '../support/models.js';
import { wholeReads } from '../support/query-plan.js';
import { openRecordedPool } from '../support/recorded-pool.js';

let database: TestDatabase;
let connection: pg.Client;
test.before(async () => {
  database = await createLargeDatabase();
  connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
});
test.after.always(async () => {
  await connection?.end();
  await database?.drop();
});

// All tests are serial: they run EXPLAIN on one connection.

const modes = ['force_custom_plan', 'force_generic_plan'] as const;

/** Runs the action. Returns the number of its statements, and where their plans read a whole table. */
async function plansOf(action: (pool: pg.Pool) => Promise<unknown>) {
  const { pool, statements } = openRecordedPool(database.url);
  await action(pool).finally(() => pool.end());
  const found: string[] = [];
  for (const statement of statements) {
    for (const mode of modes) found.push(...(await wholeReads(connection, statement, { mode, tables: largeTables })));
  }
  return { statements: statements.length, wholeReads: found };
}

const token = { clientId: 'client-1', grantId: 'grant-1', scope: 'openid' };

const methods: Record<string, Record<string, (adapter: Adapter) => Promise<unknown>>> = {
  Session: {
    upsert: async (adapter) => adapter.upsert(newId(), { uid: newId() }, 600),
    'upsert of one that exists': async (adapter) => adapter.upsert(newId(), { uid: 'session-1' }, 600),
    find: async (adapter) => adapter.find('session-2'),
    findByUid: async (adapter) => adapter.findByUid('session-3'),
    destroy: async (adapter) => adapter.destroy('session-4'),
  },
  Grant: {
    upsert: async (adapter) => adapter.upsert(newId(), { clientId: 'client-1', accountId: newId() }, 600),
    find: async (adapter) => adapter.find('grant-5'),
    destroy: async (adapter) => adapter.destroy('grant-6'),
  },
  AuthorizationCode: {
    upsert: async (adapter) => adapter.upsert(newId(), token, 600),
    find: async (adapter) => adapter.find('token-2'),
    consume: async (adapter) => adapter.consume('token-6'),
    destroy: async (adapter) => adapter.destroy('token-10'),
    revokeByGrantId: async (adapter) => adapter.revokeByGrantId('grant-14'),
  },
  DeviceCode: {
    upsert: async (adapter) => adapter.upsert(newId(), { ...token, userCode: newId() }, 600),
    find: async (adapter) => adapter.find('record-1'),
    findByUid: async (adapter) => adapter.findByUid('uid-5'),
    findByUserCode: async (adapter) => adapter.findByUserCode('user-code-9'),
    consume: async (adapter) => adapter.consume('record-13'),
    destroy: async (adapter) => adapter.destroy('record-17'),
    revokeByGrantId: async (adapter) => adapter.revokeByGrantId('grant-21'),
  },
  Client: { find: async (adapter) => adapter.find('client-7') },
};
for (const [model, actions] of Object.entries(methods)) {
  for (const [method, action] of Object.entries(actions)) {
    test.serial(`${model}: ${method} is one statement that reads no whole table`, async (t) => {
      const plans = await plansOf((pool) => action(createOidcAdapter(pool)(model)));
      t.deepEqual(plans, { statements: 1, wholeReads: [] });
    });
  }
}

for (const model of ['Session', 'Grant']) {
  test.serial(
    `${model}: what the library asks of every model but this one has no use for is no statement`,
    async (t) => {
      const plans = await plansOf(async (pool) => {
        const adapter = createOidcAdapter(pool)(model);
        await adapter.consume('grant-1');
        await adapter.revokeByGrantId('grant-1');
        await adapter.findByUserCode('user-code-1');
      });
      t.is(plans.statements, 0);
    },
  );
}

test.serial('consuming what was consumed already is two statements that read no whole table', async (t) => {
  const plans = await plansOf(async (pool) => {
    const codes = createOidcAdapter(pool)('AuthorizationCode');
    await t.throwsAsync(Promise.resolve(codes.consume('token-unknown')), { instanceOf: errors.InvalidGrant });
  });
  t.deepEqual(plans, { statements: 2, wholeReads: [] });
});

test.serial('a client that registered itself is found with a second statement that reads no whole table', async (t) => {
  const plans = await plansOf(async (pool) => createOidcAdapter(pool)('Client').find('registered-itself'));
  t.deepEqual(plans, { statements: 2, wholeReads: [] });
});

test.serial('the end of a session is one statement that reads no whole table', async (t) => {
  const plans = await plansOf((pool) => endSession(pool, 'session-30'));
  t.deepEqual(plans, { statements: 1, wholeReads: [] });
});

test.serial('finding the grant of a session is one statement that reads no whole table', async (t) => {
  const key = {
    sessionUid: 'session-31',
    clientId: 'client-32',
    accountId: '00000000-0000-0000-0000-000000000a1f',
    tenantId: '00000000-0000-0000-0000-000000000720',
  };
  const withTenant = await plansOf(async (pool) => t.is(await findGrantId(pool, key), 'grant-31'));
  t.deepEqual(withTenant, { statements: 1, wholeReads: [] });
  const withoutTenant = await plansOf((pool) => findGrantId(pool, { ...key, tenantId: null }));
  t.deepEqual(withoutTenant, { statements: 1, wholeReads: [] });
});

for (const [title, jti] of [
  ['a person', 'token-40'],
  ['a machine', 'token-43'],
] as const) {
  test.serial(`the state of a token of ${title} is one statement that reads no whole table`, async (t) => {
    const plans = await plansOf(async (pool) => t.truthy(await findTokenState(pool, jti)));
    t.deepEqual(plans, { statements: 1, wholeReads: [] });
  });
}

test.serial('purging reads no whole table', async (t) => {
  const plans = await plansOf((pool) => purgeExpired(pool));
  t.deepEqual(plans.wholeReads, []);
});

for (const mode of modes) {
  test.serial(`a statement that does read a whole table is noticed (${mode})`, async (t) => {
    const statements = [
      { text: 'SELECT uid FROM identity.oidc_sessions WHERE payload = $1', values: [{}] },
      { text: 'SELECT id FROM identity.oidc_grants WHERE id || $1 = $2 ORDER BY id LIMIT 1', values: ['a', 'b'] },
    ];
    for (const statement of statements) {
      t.not((await wholeReads(connection, statement, { mode, tables: largeTables })).length, 0);
    }
  });
}
