import { randomUUID } from 'node:crypto';
import type { UserPrincipal } from '@org/identity-core';
import { createTestDatabase, fillTables, type TestDatabase } from '@org/identity-dev-postgres';
import { createEventBus, type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { countReads, type RecordedStatement, recordStatements } from '@org/identity-testing';
import ava from 'ava';
import { listConsents } from '../../src/connected-applications/list-consents.js';
import { listTenantApplications } from '../../src/connected-applications/list-tenant-applications.js';
import { takeBackConsent } from '../../src/connected-applications/take-back-consent.js';

// The tests run one after the other because they share the list of statements.
const test = ava.serial;

const clients = 30;
const users = 5_000;
let database: TestDatabase;
let opened: OpenDatabase;
let statements: RecordedStatement[];
const [tenantId, otherId, userId] = [randomUUID(), randomUUID(), randomUUID()];
test.before(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ databaseUrl: database.url, poolSize: 2 });
  statements = recordStatements(opened);
  const { db, pool } = opened;
  await db.tenant.create({ data: { id: tenantId, name: 'Large', slug: 'large' } });
  await db.tenant.create({ data: { id: otherId, name: 'Other', slug: 'other' } });
  await db.user.create({ data: { id: userId, email: 'o@people.test', normalizedEmail: 'o@people.test' } });
  await db.membership.create({ data: { tenantId, userId, role: 'owner' } });
  const client = await pool.connect();
  try {
    await fillTables(client, [
      `INSERT INTO identity.clients (id, name, type) SELECT 'app-' || n, 'App ' || n, 'CONFIDENTIAL'
       FROM generate_series(1, ${clients}) n`,
      `INSERT INTO identity.users (id, email, normalized_email)
       SELECT md5('u' || n)::uuid, 'u' || n || '@people.test', 'u' || n || '@people.test' FROM generate_series(1, ${users}) n`,
      // Every user uses every application, in both tenants.
      `INSERT INTO identity.client_uses (tenant_id, client_id, user_id)
       SELECT t.id, 'app-' || c, md5('u' || n)::uuid FROM identity.tenants t, generate_series(1, ${clients}) c,
         generate_series(1, ${users}) n`,
      `INSERT INTO identity.consents (user_id, client_id, scopes)
       SELECT md5('u' || n)::uuid, 'app-' || c, '{openid}' FROM generate_series(1, ${clients}) c, generate_series(1, ${users}) n`,
    ]);
  } finally {
    client.release();
  }
  await pool.query('VACUUM ANALYZE identity.client_uses, identity.consents, identity.clients');
  await db.consent.create({ data: { userId, clientId: 'app-1', scopes: ['openid'] } });
});
test.after.always(async () => {
  await opened?.close();
  await database?.drop();
});

const owner = (): UserPrincipal => ({
  kind: 'user',
  origin: { kind: 'own' },
  clientId: 'demo-web',
  applicationId: null,
  scopes: [],
  userId,
  firstParty: true,
  superAdmin: false,
  sessionUid: null,
  secondFactor: false,
  tenant: null,
});

/** How much the last statement with this text reads. */
function readsOf(text: string) {
  const found = statements.findLast((statement) => statement.text.includes(text));
  if (!found) throw new Error(`No statement has ${text}`);
  return countReads(opened, found);
}

test('the list of a tenant finds its applications by skipping, and counts only those on the page', async (t) => {
  const { applications, pagination } = await listTenantApplications(opened.db, {
    tenantId,
    principal: owner(),
    page: 1,
    limit: 5,
  });
  t.deepEqual(pagination, { page: 1, limit: 5, total: clients, pages: clients / 5 });
  t.true(applications.every(({ members }) => members === users));
  const { entries } = await readsOf('in_use');
  // The members of the five applications, and a few entries for each of the others.
  t.true(entries < 5 * users + 50 * clients, String(entries));
});

test('the list of a user reads the consents of this user only', async (t) => {
  t.is((await listConsents(opened.db, { userId })).applications.length, 1);
  const { entries } = await readsOf('identity.consents given JOIN');
  t.true(entries <= clients + 5, String(entries));
});

test('taking back changes the rows of this user only, in a handful of statements', async (t) => {
  statements.length = 0;
  await takeBackConsent({ db: opened.db, events: createEventBus() }, { userId, clientId: 'app-1' });
  t.true(statements.length <= 8, statements.map(({ text }) => text).join('\n'));
});
