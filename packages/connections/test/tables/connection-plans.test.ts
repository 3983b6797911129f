import {
  explain,
  type OpenTestDatabase,
  openTestDatabase,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  tableOf,
  touchesRows,
} from '@org/identity-testing';
import test, { type ExecutionContext } from 'ava';
import { listAttempts } from '../../src/attempts/list-attempts.js';
import { oidcKind } from '../../src/oidc/oidc-kind.js';
import { decide, findDecidingConnection } from '../../src/sign-in/decide.js';
import { findConnectionOf, hasConnection } from '../../src/sign-in/find-connection.js';

const idOf = (kind: string, n: string) => `('01890000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`;
const connectionId = '01890000-0000-7000-9100-000000000001';
const tenantId = '01890000-0000-7000-9000-000000000001';
const large = [
  'domains',
  'connections',
  'connection_domains',
  'connection_links',
  'connection_attempts',
  'users',
  'tenants',
];
const principal = {
  kind: 'user',
  origin: { kind: 'own' },
  userId: '01890000-0000-7000-8000-0000000000e1',
  firstParty: true,
  superAdmin: true,
  sessionUid: null,
  secondFactor: true,
  tenant: null,
  clientId: 'test',
  applicationId: null,
  scopes: [],
} as const;

let database: OpenTestDatabase;
let statements: RecordedStatement[];
test.before(async () => {
  database = await openTestDatabase();
  statements = recordStatements(database);
  await fill(database);
});
test.after.always(() => database?.close());
// All tests are serial: they share the list of statements.

/** 10,000 tenants with a domain and a connection each, half of them active, and one of them with 20,000 links and 2,000 attempts. */
async function fill({ pool }: OpenTestDatabase): Promise<void> {
  // Without triggers, which only make it slower here.
  await pool.query(`
    SET LOCAL session_replication_role = replica;
    INSERT INTO identity.tenants (id, name, slug, updated_at)
    SELECT ${idOf('9000', 'n')}, 'Tenant', 'tenant-' || n, now() FROM generate_series(1, 10000) n;
    INSERT INTO identity.domains (id, tenant_id, domain, status, proof)
    SELECT ${idOf('9200', 'n')}, ${idOf('9000', 'n')}, 'd' || n || '.test', 'VERIFIED', 'x' FROM generate_series(1, 10000) n;
    INSERT INTO identity.connections (id, tenant_id, kind, name, status, issuer, settings, secret, default_role)
    SELECT ${idOf('9100', 'n')}, ${idOf('9000', 'n')}, 'OIDC', 'Login',
      (CASE WHEN n % 2 = 1 THEN 'ACTIVE' ELSE 'DRAFT' END)::identity.connection_status, 'https://login.test', '{}', '', 'member'
    FROM generate_series(1, 10000) n;
    INSERT INTO identity.connection_domains (connection_id, tenant_id, domain_id, active)
    SELECT ${idOf('9100', 'n')}, ${idOf('9000', 'n')}, ${idOf('9200', 'n')}, n % 2 = 1 FROM generate_series(1, 10000) n;
    INSERT INTO identity.users (id, email, normalized_email, updated_at)
    SELECT ${idOf('9300', 'n')}, 'p' || n || '@d1.test', 'p' || n || '@d1.test', now() FROM generate_series(1, 20000) n;
    INSERT INTO identity.connection_links (id, connection_id, issuer, subject, user_id, email)
    SELECT gen_random_uuid(), '${connectionId}', 'https://login.test', 's' || n, ${idOf('9300', 'n')}, 'p' || n || '@d1.test'
    FROM generate_series(1, 20000) n;
    INSERT INTO identity.connection_attempts (id, connection_id, result, reason, subject, email)
    SELECT gen_random_uuid(), CASE WHEN n % 20 = 0 THEN '${connectionId}'::uuid ELSE ${idOf('9100', 'n % 10000 + 1')} END, 'SIGNED_IN', 'linked', 's' || n, 'p' || n || '@d1.test'
    FROM generate_series(1, 40000) n`);
  await pool.query('VACUUM ANALYZE');
}

/** Asserts that none of the statements of an action reads a large table as a whole. */
async function assertPlans(t: ExecutionContext, action: () => Promise<unknown>): Promise<void> {
  statements.length = 0;
  await action();
  const ran = statements.filter(touchesRows);
  t.true(ran.length > 0);
  for (const statement of ran) {
    const nodes = await explain(database, statement);
    const whole = nodes.filter((node) => readsEverything(node) && large.includes(tableOf(node)));
    t.deepEqual(
      whole.map((node) => `${node['Node Type']} on ${node['Relation Name']}`),
      [],
      statement.text,
    );
  }
}

const request = (tenantOfClient: string | null, tenant?: string) =>
  ({
    client: { tenantId: tenantOfClient },
    params: tenant === undefined ? {} : { tenant },
  }) as never;

test.serial('the connection of a domain is found by an index', async (t) => {
  const services = { pool: database.pool, issuer: 'https://id.test' };
  for (const asked of [request(null), request(tenantId), request(null, 'tenant-1')])
    await assertPlans(t, () => findConnectionOf(services, asked, 'somebody@d1.test'));
});

test.serial('whether the tenant of a request has an active connection is found by an index', async (t) => {
  const services = { pool: database.pool, issuer: 'https://id.test' };
  const without = '01890000-0000-7000-9000-000000000002';
  for (const asked of [request(without), request(null, 'tenant-2')]) {
    t.false(await hasConnection(services, asked));
    await assertPlans(t, () => hasConnection(services, asked));
  }
  t.true(await hasConnection(services, request(null)));
});

test.serial('a sign-in by a connection is decided by indexes', async (t) => {
  const accounts = {
    normalizeEmail: (email: string) => email,
    findByEmail: async (_tx: unknown, email: string) => {
      const found = await database.db.user.findUnique({ where: { normalizedEmail: email } });
      return found ?? undefined;
    },
  };
  for (const subject of ['s7', 'unknown'])
    await assertPlans(t, async () => {
      const connection = await findDecidingConnection(database.db, connectionId);
      if (!connection) throw new Error('no connection');
      const identity = { issuer: 'https://login.test', subject, email: 'p7@d1.test', amr: [] };
      await decide(database.db, accounts, connection, identity);
    });
});

test.serial('the attempts of a connection are read page by page', async (t) => {
  const kind = oidcKind({ fetch, issuer: 'https://login.test', allowsPrivateNetworks: true });
  const call = { tenantId, principal, connectionId, page: 3, limit: 50, result: undefined };
  await assertPlans(t, () => listAttempts({ db: database.db, connectionKinds: () => [kind] }, call));
});
