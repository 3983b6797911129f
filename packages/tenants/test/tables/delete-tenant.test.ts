import { randomUUID } from 'node:crypto';
import { createEventBus, findTokenState, type OpenDatabase, revokeTenantGrants } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { deleteTenant } from '../../src/tenant/delete-tenant.js';
import { idOf } from '../support/large-tenants.js';
import { machine, userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const uuid = (prefix: string, number = 'i') => `lpad('${prefix}' || to_hex(${number}), 32, '0')::uuid`;
const doomed = idOf('7', 1);
const spared = idOf('7', 2);
const owner = idOf('a', 1);
const members = 10_000;

// Everything twice, with the same users: in the tenant that is deleted, and in the one that stays.
const ofBoth = `generate_series(1, ${members}) i, generate_series(1, 2) tenant`;
const fills = [
  `INSERT INTO identity.tenants (id, name, slug) SELECT ${uuid('7')}, 'Tenant', 'tenant-' || i FROM generate_series(1, 2) i`,
  `INSERT INTO identity.users (id, email, normalized_email)
   SELECT ${uuid('a')}, 'user-' || i, 'user-' || i FROM generate_series(1, ${members}) i`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role)
   SELECT gen_random_uuid(), ${uuid('7', 'tenant')}, ${uuid('a')},
          (CASE WHEN i = 1 THEN 'owner' ELSE 'member' END)::identity.role FROM ${ofBoth}`,
  `INSERT INTO identity.invitations
     (id, tenant_id, email, normalized_email, secret_hash, expires_in_days, expires_at, membership_id)
   SELECT gen_random_uuid(), m.tenant_id, u.email, u.email, sha256(m.id::text::bytea), 7, now() + interval '1 day', m.id
   FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id WHERE u.id <= ${uuid('a', '1000')}`,
  `INSERT INTO identity.applications (id, name) VALUES (${uuid('b', '1')}, 'App')`,
  `INSERT INTO identity.license_types (id, application_id, slug, name)
   VALUES (${uuid('c', '1')}, ${uuid('b', '1')}, 'pro', 'Pro')`,
  `INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased)
   SELECT ${uuid('d')}, ${uuid('7')}, ${uuid('b', '1')}, ${uuid('c', '1')}, ${members} FROM generate_series(1, 2) i`,
  `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
   SELECT gen_random_uuid(), ${uuid('d', 'tenant')}, ${uuid('7', 'tenant')}, ${uuid('b', '1')}, ${uuid('a')} FROM ${ofBoth}`,
  `INSERT INTO identity.clients (id, name, type) VALUES ('app', 'App', 'SPA')`,
  `INSERT INTO identity.clients (id, name, type, tenant_id)
   SELECT 'machine-' || tenant || '-' || i, 'Machine', 'MACHINE', ${uuid('7', 'tenant')}
   FROM generate_series(1, 5) i, generate_series(1, 2) tenant`,
  `INSERT INTO identity.oidc_sessions (uid, account_id, payload, expires_at)
   SELECT 'session-' || i, (${uuid('a')})::text, '{}', now() + interval '1 day' FROM generate_series(1, ${members}) i`,
  `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
   SELECT 'grant-' || tenant || '-' || i, 'app', (${uuid('a')})::text, 'session-' || i, ${uuid('7', 'tenant')}, '{}',
          now() + interval '1 day' FROM ${ofBoth}`,
  `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
   SELECT sha256(('token-' || tenant || '-' || i)::bytea), 'AccessToken', 'grant-' || tenant || '-' || i, 'app', '{}',
          now() + interval '1 day' FROM ${ofBoth}`,
  `INSERT INTO identity.oidc_tokens (id_hash, kind, client_id, payload, expires_at)
   SELECT sha256(('token-machine-' || tenant || '-' || i)::bytea), 'ClientCredentials', 'machine-' || tenant || '-' || i,
          '{}', now() + interval '1 day' FROM generate_series(1, 5) i, generate_series(1, 2) tenant`,
  'ANALYZE',
];

const countsOf = async (tenantId: string) => {
  const { db } = database;
  const where = { tenantId };
  return {
    memberships: await db.membership.count({ where }),
    invitations: await db.invitation.count({ where }),
    seats: await db.seat.count({ where }),
    subscriptions: await db.subscription.count({ where }),
    machines: await db.client.count({ where }),
    livingGrants: await db.oidcGrant.count({ where: { tenantId, revokedAt: null } }),
  };
};
const validTokens = async (tenant: number) => {
  const names = [1, 2, 5_000, members].map((number) => `token-${tenant}-${number}`);
  const machines = [1, 5].map((number) => `token-machine-${tenant}-${number}`);
  const states = await Promise.all([...names, ...machines].map((jti) => findTokenState(database.pool, jti)));
  return states.filter((state) => state !== undefined).length;
};

test('deleting a tenant of 10,000 members ends everything in it and nothing of another one with the same people', async (t) => {
  const { db, pool } = database;
  for (const fill of fills) await pool.query(fill);
  const events = createEventBus();
  const seenBySubscriber: number[] = [];
  events.subscribe([
    { on: 'tenant.deleted', handle: (tx, { tenantId }) => revokeTenantGrants(tx, { tenantId: tenantId ?? '' }) },
    {
      on: 'tenant.deleted',
      handle: async (tx) => void seenBySubscriber.push(await tx.membership.count({ where: { tenantId: doomed } })),
    },
  ]);
  const full = {
    memberships: members,
    invitations: 1_000,
    seats: members,
    subscriptions: 1,
    machines: 5,
    livingGrants: members,
  };
  t.deepEqual(await countsOf(doomed), full);
  t.deepEqual([await validTokens(1), await validTokens(2)], [6, 6]);

  const started = performance.now();
  await deleteTenant({ db, events }, { tenantId: doomed, principal: userCaller(owner) });
  const took = Math.round(performance.now() - started);
  t.log(`deleted in ${took} ms`);

  t.true(took < 20_000);
  t.deepEqual(seenBySubscriber, [members], 'subscribers still see the rows');
  t.deepEqual(await countsOf(doomed), {
    memberships: 0,
    invitations: 0,
    seats: 0,
    subscriptions: 0,
    machines: 0,
    livingGrants: 0,
  });
  t.is(await validTokens(1), 0);
  t.is(await db.tenant.count({ where: { id: doomed } }), 0);
  t.deepEqual(await countsOf(spared), full);
  t.is(await validTokens(2), 6);
  t.is(
    await db.user.count({ where: { email: { startsWith: 'user-' } } }),
    members,
    'people are not deleted with a tenant',
  );
  const trail = await db.event.findMany({ where: { tenantId: doomed } });
  t.deepEqual(
    trail.map(({ type, actorId, subjectId }) => [type, actorId, subjectId]),
    [['tenant.deleted', owner, doomed]],
    'the audit trail outlives the tenant',
  );
});

test('a tenant that a subscriber objects to deleting stays whole', async (t) => {
  const { db } = database;
  const user = await db.user.create({ data: { email: 'objector', normalizedEmail: 'objector' } });
  const { id: tenantId } = await db.tenant.create({
    data: {
      name: 'Kept',
      slug: `kept-${randomUUID().slice(0, 8)}`,
      memberships: { create: { userId: user.id, role: 'owner' } },
    },
  });
  const events = createEventBus();
  events.subscribe([{ on: 'tenant.deleted', handle: () => Promise.reject(new Error('unpaid')) }]);
  await t.throwsAsync(deleteTenant({ db, events }, { tenantId, principal: userCaller(user.id) }), {
    message: 'unpaid',
  });
  t.is(await db.membership.count({ where: { tenantId } }), 1);
  t.is(await db.event.count({ where: { tenantId } }), 0);
  await t.throwsAsync(deleteTenant({ db, events: createEventBus() }, { tenantId, principal: machine(tenantId) }), {
    code: 'OWNER_REQUIRED',
  });
});
