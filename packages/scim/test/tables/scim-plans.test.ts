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
import { listGroups } from '../../src/groups/read-groups.js';
import { listLog } from '../../src/log/list-log.js';
import { newFindings } from '../../src/protocol/findings.js';
import { readListQuery } from '../../src/protocol/list-query.js';
import { readResource } from '../../src/protocol/read-resource.js';
import { userType } from '../../src/protocol/user-schema.js';
import { requireUniqueUser } from '../../src/users/create-user.js';
import { lastWord } from '../../src/users/last-word.js';
import { listUsers } from '../../src/users/read-users.js';

const tenantId = '01890000-0000-7000-8000-0000000000c1';
const directoryId = '01890000-0000-7000-8000-0000000000d1';
const large = ['directory_users', 'directory_groups', 'directory_group_members', 'directory_log', 'users'];
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

/** 40 directories with 1,000 users and 500 groups each, and one with 20,000 users, 500 groups and 10,000 log entries. */
async function fill({ pool }: OpenTestDatabase): Promise<void> {
  const idOf = (kind: string, n: string) => `('01890000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`;
  // Without triggers, which only make it slower here.
  await pool.query(`
    SET LOCAL session_replication_role = replica;
    INSERT INTO identity.tenants (id, name, slug, updated_at)
    SELECT ${idOf('9000', 'n')}, 'Other', 'other-' || n, now() FROM generate_series(1, 40) n
    UNION ALL SELECT '${tenantId}', 'Large', 'large', now();
    INSERT INTO identity.directories (id, tenant_id, name)
    SELECT ${idOf('9100', 'n')}, ${idOf('9000', 'n')}, 'Other' FROM generate_series(1, 40) n
    UNION ALL SELECT '${directoryId}', '${tenantId}', 'Large';
    INSERT INTO identity.users (id, email, normalized_email, updated_at)
    SELECT ${idOf('9200', 'n')}, 'p' || n || '@acme.test', 'p' || n || '@acme.test', now()
    FROM generate_series(1, 20000) n;
    INSERT INTO identity.directory_users (id, directory_id, tenant_id, user_id, status, user_name, user_name_key, external_id,
      active, attributes, email_keys)
    SELECT ${idOf('9300', 'n')}, '${directoryId}', '${tenantId}', ${idOf('9200', 'n')}, 'ACTIVE'::identity.directory_user_status, 'p' || n || '@acme.test',
      'p' || n || '@acme.test', 'e-' || n, true, '{}'::jsonb, ARRAY['p' || n || '@acme.test'] FROM generate_series(1, 20000) n
    UNION ALL
    SELECT gen_random_uuid(), ${idOf('9100', 'd')}, ${idOf('9000', 'd')}, NULL, 'PENDING'::identity.directory_user_status, 'p' || n || '@acme.test',
      'p' || n || '@acme.test', 'e-' || n, true, '{}'::jsonb, ARRAY['p' || n || '@acme.test']
    FROM generate_series(1, 1000) n, generate_series(1, 40) d;
    INSERT INTO identity.groups (id, tenant_id, name, name_key, source, updated_at)
    SELECT ${idOf('9400', 'n')}, '${tenantId}', 'Group ' || n, 'group ' || n,
      'DIRECTORY'::identity.group_source, now()
    FROM generate_series(1, 500) n
    UNION ALL
    SELECT ${idOf('9600', 'd * 1000 + n')}, ${idOf('9000', 'd')}, 'Group ' || n, 'group ' || n,
      'DIRECTORY'::identity.group_source, now() FROM generate_series(1, 500) n, generate_series(1, 40) d;
    INSERT INTO identity.directory_groups (id, directory_id, tenant_id, group_id, display_name, display_name_key)
    SELECT ${idOf('9500', 'n')}, '${directoryId}', '${tenantId}', ${idOf('9400', 'n')}, 'Group ' || n, 'group ' || n
    FROM generate_series(1, 500) n
    UNION ALL
    SELECT gen_random_uuid(), ${idOf('9100', 'd')}, ${idOf('9000', 'd')}, ${idOf('9600', 'd * 1000 + n')}, 'Group ' || n,
      'group ' || n FROM generate_series(1, 500) n, generate_series(1, 40) d;
    INSERT INTO identity.directory_group_members (group_id, member_id, directory_id)
    SELECT ${idOf('9500', 'g')}, ${idOf('9300', '(g * 37 + n) % 20000 + 1')}, '${directoryId}'
    FROM generate_series(1, 500) g, generate_series(1, 100) n ON CONFLICT DO NOTHING;
    INSERT INTO identity.directory_log (id, directory_id, method, resource, attributes, result, outcomes)
    SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN '${directoryId}'::uuid ELSE ${idOf('9100', 'n % 40 + 1')} END, 'PUT',
      'User', '{}', (CASE WHEN n % 100 = 0 THEN 'REFUSED' ELSE 'APPLIED' END)::identity.directory_log_result, '{}'
    FROM generate_series(1, 20000) n`);
  await pool.query('VACUUM ANALYZE');
}

/** Asserts how many statements an action runs, and that none of them reads a large table as a whole. */
async function assertPlans(t: ExecutionContext, expected: number, action: () => Promise<unknown>): Promise<void> {
  statements.length = 0;
  await action();
  const ran = statements.filter(touchesRows);
  t.is(ran.length, expected, ran.map(({ text }) => text.trim().slice(0, 100)).join('\n'));
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

const reading = { directoryId, baseUrl: 'https://id.test/scim/v2/x' };
const queryOf = (query: Record<string, string>) => readListQuery(query);

const filters = ['userName eq "p7@acme.test"', 'externalId eq "e-7"', 'emails[type eq "work"].value eq "p7@acme.test"'];
for (const filter of filters)
  test.serial(`users by ${filter.split(' ')[0]} are found by an index`, async (t) => {
    await assertPlans(t, filter.startsWith('emails') ? 1 : 3, () =>
      listUsers(database.db, reading, queryOf({ filter })),
    );
  });

test.serial('a page of users is read by an index, and their number is counted within the directory', async (t) => {
  await assertPlans(t, 4, () => listUsers(database.db, reading, queryOf({ startIndex: '101', count: '100' })));
});

test.serial('groups by name, and a page of them', async (t) => {
  const filter = 'displayName eq "group 7"';
  const byName = () => listGroups(database.db, reading, queryOf({ filter }));
  statements.length = 0;
  await byName();
  await assertPlans(t, statements.filter(touchesRows).length, byName);
});

test.serial('a new user is compared with the others, and the last word is found, by an index', async (t) => {
  const directory = { directoryId, tenantId, connectionId: null };
  const body = { schemas: [userType.core.urn], userName: 'new@acme.test', externalId: 'new' };
  const values = readResource(userType, body, newFindings());
  await assertPlans(t, 1, () => requireUniqueUser(database.db, { directory, values }));
  const userId = '01890000-0000-7000-9200-000000000007';
  await assertPlans(t, 2, () => lastWord(database.db, { tenantId, userId }));
});

test.serial('the log of a directory is read page by page', async (t) => {
  const call = { tenantId, principal, directoryId, page: 2, limit: 20 };
  const services = { db: database.db, issuer: 'https://id.test' };
  const read = () => listLog(services as never, { ...call, result: undefined });
  statements.length = 0;
  await read();
  await assertPlans(t, statements.filter(touchesRows).length, read);
});
