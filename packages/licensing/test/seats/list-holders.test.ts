import test from 'ava';
import { findMembersWithoutSeat } from '../../src/seats/find-members-without-seat.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { listHolders } from '../../src/seats/list-holders.js';
import {
  addLicensedTenant,
  addMember,
  openTestServices,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

/** A tenant whose members with these names have a seat, and others that have none. */
async function scene(holders: readonly string[], others: readonly string[] = []) {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 1_000);
  const ids = new Map<string, string>();
  for (const name of [...holders, ...others]) ids.set(name, await addMember(db, tenant.tenantId, 'ACTIVE', name));
  for (const name of holders) await grantSeat(services, { ...tenant, userId: ids.get(name) ?? '' });
  const principal = userOf(tenant.tenantId, ids.get(holders[0] ?? '') ?? crypto.randomUUID());
  return { tenant, ids, page: { principal, applicationId: tenant.applicationId, limit: 2 } };
}

type Find = (after: string | undefined) => Promise<{ names: (string | null)[]; next: string | undefined }>;
async function everyPage(find: Find): Promise<(string | null)[][]> {
  const pages: (string | null)[][] = [];
  let after: string | undefined;
  do {
    const { names, next } = await find(after);
    pages.push(names);
    after = next;
  } while (after !== undefined);
  return pages;
}

test('the holders are listed page by page, with license type, date and reason', async (t) => {
  const { tenant, page } = await scene(['Ada', 'Bo', 'Cy'], ['Without']);
  const pages = await everyPage(async (after) => {
    const { holders, next } = await listHolders(services.db, { ...page, after });
    return { names: holders.map(({ displayName }) => displayName), next };
  });
  t.deepEqual(pages, [['Ada', 'Bo'], ['Cy']]);
  await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { status: 'SUSPENDED' } });
  const { holders } = await listHolders(services.db, page);
  t.is(holders[0]?.licenseTypeName, 'Pro');
  t.is(holders[0]?.reason, 'SUBSCRIPTION_SUSPENDED');
  t.true(holders[0]?.assignedAt instanceof Date);
});

test('a search finds holders by the beginning of a name or an email, and only holders', async (t) => {
  const { page } = await scene(['Anna Zett', 'Bo Anders', 'Änne Cole', 'Dora'], ['Anton Without']);
  const found = (search: string) =>
    everyPage(async (after) => {
      const { holders, next } = await listHolders(services.db, { ...page, search, after });
      return { names: holders.map(({ displayName }) => displayName), next };
    });
  t.deepEqual(await found('an'), [['Bo Anders', 'Anna Zett'], ['Änne Cole']]);
  t.deepEqual(await found('zett'), [['Anna Zett']]);
  t.deepEqual(await found('nobody'), [[]]);
  t.deepEqual(await found('!!!'), [[]]);
  t.deepEqual(await found('\u0000'), [[]]);
});

test('members without a seat are found with and without a search; suspended and invited ones are not', async (t) => {
  const { tenant, page } = await scene(['Anna'], ['Anton', 'Bert', 'Antje']);
  await addMember(services.db, tenant.tenantId, 'SUSPENDED', 'Anselm');
  await addMember(services.db, tenant.tenantId, 'INVITED', 'Andrea');
  const found = (search: string) =>
    everyPage(async (after) => {
      const { members, next } = await findMembersWithoutSeat(services.db, { ...page, search, after });
      return { names: members.map(({ displayName }) => displayName), next };
    });
  t.deepEqual(await found(''), [['Anton', 'Bert'], ['Antje']]);
  t.deepEqual(await found('an'), [['Antje', 'Anton']]);
});

test('if a thousand matches have the wrong seats, the page is empty and continues after them', async (t) => {
  const { tenant, page } = await scene([], []);
  const { tenantId, subscriptionId, applicationId } = tenant;
  await services.pool.query(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email, display_name)
       SELECT gen_random_uuid(), $1 || i, $1 || i, 'Zz ' || i FROM generate_series(1, 1000) i RETURNING id)
     INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), $1::uuid, id FROM people`,
    [tenantId],
  );
  await services.pool.query(
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT gen_random_uuid(), $1, tenant_id, $2, user_id FROM identity.memberships WHERE tenant_id = $3`,
    [subscriptionId, applicationId, tenantId],
  );
  const userId = await addMember(services.db, tenantId, 'ACTIVE', 'Zzzack');
  const first = await findMembersWithoutSeat(services.db, { ...page, search: 'z' });
  t.deepEqual(first.members, []);
  t.truthy(first.next);
  const second = await findMembersWithoutSeat(services.db, { ...page, search: 'z', after: first.next });
  t.deepEqual(
    second.members.map((each) => each.userId),
    [userId],
  );
  t.is(second.next, undefined);
});

test('a cursor that was made up is the first page or an empty one, never an error', async (t) => {
  const { page } = await scene(['Ada']);
  for (const after of [
    'x',
    `${crypto.randomUUID()}AAAA`,
    `${crypto.randomUUID()}${'A'.repeat(5_000)}`,
    '\u0000',
    "'--",
  ]) {
    for (const search of ['', 'a']) {
      await t.notThrowsAsync(listHolders(services.db, { ...page, search, after }));
      await t.notThrowsAsync(findMembersWithoutSeat(services.db, { ...page, search, after }));
    }
  }
});

test('members, and machines without the scope, may see neither list; another tenant has its own', async (t) => {
  const { tenant, ids, page } = await scene(['Ada'], ['Bo']);
  const member = userOf(tenant.tenantId, ids.get('Ada') ?? '', { role: 'member' });
  const unverified = userOf(tenant.tenantId, ids.get('Ada') ?? '', { mfaRequired: true });
  const other = userOf((await addLicensedTenant(services.db, 1)).tenantId, ids.get('Ada') ?? '');
  for (const list of [listHolders, findMembersWithoutSeat]) {
    await t.throwsAsync(list(services.db, { ...page, principal: member }), { code: 'FORBIDDEN' });
    await t.throwsAsync(list(services.db, { ...page, principal: tenant.principal }), { code: 'FORBIDDEN' });
    await t.throwsAsync(list(services.db, { ...page, principal: unverified }), { code: 'SECOND_FACTOR_REQUIRED' });
    await t.throwsAsync(list(services.db, { ...page, applicationId: 'crm' }), { code: 'NOT_FOUND' });
  }
  t.deepEqual((await listHolders(services.db, { ...page, principal: other })).holders, []);
  t.deepEqual((await findMembersWithoutSeat(services.db, { ...page, principal: other })).members, []);
  const visitor = { ...member, superAdmin: true };
  t.is((await listHolders(services.db, { ...page, principal: visitor })).holders.length, 1);
});
