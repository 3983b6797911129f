import { actorOf } from '@org/identity-core';
import { findTokenState, readDayCounts } from '@org/identity-prisma';
import { type RecordedStatement, recordStatements, touchesRows } from '@org/identity-testing';
import test, { type ExecutionContext } from 'ava';
import { checkFeature, checkLicense, findLicenseType, licenseWithToken } from '../../src/check/check-license.js';
import { licenseClaims } from '../../src/check/license-claims.js';
import { listPeriods } from '../../src/history/list-periods.js';
import { heldSeatsJob } from '../../src/seats/count-held-seats.js';
import { countLicensedUsers } from '../../src/seats/count-licensed-users.js';
import { findMembersWithoutSeat } from '../../src/seats/find-members-without-seat.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { grantSeats } from '../../src/seats/grant-seats.js';
import { listHolders } from '../../src/seats/list-holders.js';
import { listLicensedUsers } from '../../src/seats/list-licensed-users.js';
import { listSeatsOfUser } from '../../src/seats/list-seats-of-user.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { revokeSeats } from '../../src/seats/revoke-seats.js';
import { readStatement } from '../../src/statements/read-statement.js';
import { countEnding } from '../../src/subscriptions/count-ending.js';
import { getLicenseOverview } from '../../src/subscriptions/get-license-overview.js';
import { summarizeSeats } from '../../src/subscriptions/summarize-seats.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import { changeMember } from '../support/joining.js';
import {
  addMember,
  openTestServices,
  userOf as principalOf,
  suspend,
  type TestServices,
} from '../support/licensed-tenant.js';
import {
  applicationId,
  fillManySeats,
  largeTenant,
  licenseTypeId,
  seats,
  smallTenant,
  subscriptionOf,
  userOf,
} from '../support/many-seats.js';
import { cutBy, wholeReads } from '../support/query-plan.js';

let services: TestServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openTestServices();
  statements = recordStatements(services);
  await fillManySeats(services);
});
test.after.always(() => services?.close());
// All tests are serial: they share the list of statements.

/** Asserts how many statements an action runs, and that none of them reads a large table as a whole. */
async function assertPlans(t: ExecutionContext, expected: number, action: () => Promise<unknown>): Promise<void> {
  // What is written later belongs to no action.
  await services.uses.flush();
  statements.length = 0;
  await action();
  const ran = statements.filter(touchesRows);
  t.is(ran.length, expected, ran.map(({ text }) => text.slice(0, 100)).join('\n'));
  for (const statement of ran) t.deepEqual(await wholeReads(services, statement), []);
}

const day = 24 * 60 * 60 * 1000;
const platform = { kind: 'machine', tenantId: null, clientId: 'bench', applicationId: null, scopes: [] } as const;

for (const [where, tenantId] of [
  ['a tenant of 100,000 seats', largeTenant],
  ['a tenant of 20 seats', smallTenant],
] as const) {
  const about = { tenantId, applicationId, userId: userOf(tenantId, 1) };
  const principal = { ...platform, tenantId };

  for (const [title, ask] of [
    ['check', () => checkLicense(services, about)],
    ['feature', () => checkFeature(services, { ...about, featureKey: 'x' })],
    ['type', () => findLicenseType(services, about)],
    [
      'check with the state of the token',
      () =>
        findTokenState(services.pool, 'a-token', {
          columns: licenseWithToken,
          values: [applicationId, about.userId],
          row: undefined,
        }),
    ],
    ['count', () => countLicensedUsers(services, about)],
    [
      'license claims',
      () =>
        licenseClaims(services).of({
          kind: 'user',
          secondFactor: false,
          tenantId,
          userId: about.userId,
          clientId: 'app',
          clientFields: { licenseClaims: true },
        }),
    ],
  ] as const) {
    test.serial(`${where}: ${title} is one statement by index`, async (t) => {
      await assertPlans(t, 1, ask);
    });
  }

  test.serial(`${where}: each page of the licensed users is one statement by index`, async (t) => {
    let count = 0;
    const last: string[] = [];
    statements.length = 0;
    for await (const page of await listLicensedUsers(services, { ...about, principal })) {
      t.true(page.length <= 1_000);
      count += page.length;
      if (page.length > 0) last.splice(0, 1, page.at(-1)?.userId ?? '');
    }
    t.is(count, (await countLicensedUsers(services, about)).count);
    const pages = statements.filter(({ text }) => text.includes('LIMIT 1000'));
    t.is(pages.length, Math.floor(count / 1_000) + 1);
    for (const page of [pages[0], pages.at(-1)]) {
      if (!page) continue;
      t.deepEqual(await wholeReads(services, page), []);
      t.deepEqual(await cutBy(services, page), ['Index Scan', 'Index Scan']);
    }
    if (tenantId === largeTenant) t.deepEqual([count, last], [seats, [userOf(tenantId, seats)]]);
  });

  test.serial(`${where}: the overview takes 2 statements by index, and counts no seats`, async (t) => {
    await assertPlans(t, 2, () => getLicenseOverview(services, { tenantId, principal: platform }));
    t.false(statements.some(({ text }) => text.includes('seats"')));
  });

  const admin = principalOf(tenantId, userOf(tenantId, 1));
  const page = { principal: admin, applicationId, limit: 50 };

  for (const [title, expected, ask] of [
    ['the first page of the holders', 1, () => listHolders(services.db, page)],
    ['a page of the holders', 1, () => listHolders(services.db, { ...page, after: userOf(tenantId, 10) })],
    ['a search for holders', 2, () => listHolders(services.db, { ...page, search: 'user' })],
    ['a page of idle holders', 2, () => listHolders(services.db, { ...page, idleDays: 30 })],
    [
      'a check of a member without a seat',
      2,
      async () => {
        const userId = await addMember(services.db, tenantId);
        statements.length = 0;
        return checkLicense(services, { ...about, userId });
      },
    ],
    [
      'a check and the write of its use',
      2,
      async () => {
        await checkLicense(services, { ...about, userId: userOf(tenantId, 2) });
        await services.uses.flush();
      },
    ],
    ['the members without a seat', 1, () => findMembersWithoutSeat(services.db, page)],
    ['a search for members without a seat', 1, () => findMembersWithoutSeat(services.db, { ...page, search: 'user' })],
    ['the seats of one user', 1, () => listSeatsOfUser(services, { principal: admin, userId: about.userId })],
    ['the totals of each application', 1, () => summarizeSeats(services, { principal: admin })],
  ] as const) {
    test.serial(`${where}: ${title}: ${expected} statements by index`, async (t) => {
      await assertPlans(t, expected, ask);
    });
  }

  const periods = { tenantId, principal: { ...platform, tenantId }, page: 1, limit: 20 };
  for (const [title, ask] of [
    ['the history of one user', () => listPeriods(services, { ...periods, userId: about.userId })],
    ['the history of one user and application', () => listPeriods(services, { ...periods, ...about })],
  ] as const)
    test.serial(`${where}: ${title}: 4 statements by index`, async (t) => {
      await assertPlans(t, 4, ask);
    });

  test.serial(`${where}: a page of the history reads along an index, as far as the page goes`, async (t) => {
    statements.length = 0;
    await listPeriods(services, { ...periods, applicationId });
    const page = statements.find(({ text }) => text.includes('OFFSET'));
    t.truthy(page);
    if (page) t.true((await cutBy(services, page)).every((node) => node.startsWith('Index')));
  });

  test.serial(
    `${where}: seats of several members are granted and revoked without reading a table as a whole`,
    async (t) => {
      const userIds = tenantId === largeTenant ? [2, 3, 4].map((number) => userOf(tenantId, seats + number)) : [];
      if (userIds.length === 0) userIds.push(userOf(tenantId, 1));
      await services.db.seat.deleteMany({ where: { tenantId, applicationId, userId: { in: userIds } } });
      await assertPlans(t, 8, () => grantSeats(services, { ...page, licenseTypeId, userIds }));
      await assertPlans(t, 6, () => revokeSeats(services, { ...page, userIds }));
      await grantSeats(services, { ...page, licenseTypeId, userIds });
    },
  );

  test.serial(`${where}: grant, revocation, suspension and change of quantity read no table as a whole`, async (t) => {
    const holder = userOf(tenantId, tenantId === largeTenant ? seats + 1 : 30);
    const { db } = services;
    await db.membership.upsert({
      where: { tenantId_userId: { tenantId, userId: holder } },
      create: { tenantId, userId: holder },
      update: {},
    });
    await db.seat.deleteMany({ where: { tenantId, userId: holder } });
    const input = { tenantId, userId: holder, applicationId, licenseTypeId, actor: actorOf(principal) };
    await assertPlans(t, 1, () => grantSeat(services, input));
    await assertPlans(t, 1, () => revokeSeat(services, input));
    await assertPlans(t, 1, () => grantSeat(services, input));
    const change = {
      tenantId,
      subscriptionId: subscriptionOf(tenantId),
      principal,
      changes: { quantity: seats + 200 },
    };
    await assertPlans(t, 8, () => updateSubscription(services, change));
    await assertPlans(t, 10, () => suspend(services, tenantId, holder));
    const rule = { tenantId, applicationId, licenseTypeId, role: 'admin' as const };
    await db.licenseRule.create({ data: rule });
    await changeMember(services, { tenantId, userId: holder }, { status: 'ACTIVE' });
    await assertPlans(t, 7, () => changeMember(services, { tenantId, userId: holder }, { role: 'admin' }));
    t.is(await db.seat.count({ where: { tenantId, userId: holder } }), 1);
  });
}

test.serial('with 200,000 periods, the history and a statement of a year are read in a moment', async (t) => {
  const input = { tenantId: largeTenant, applicationId, principal: platform, limit: 20 };
  const time = async (action: () => Promise<unknown>) => {
    const started = performance.now();
    await action();
    return performance.now() - started;
  };
  const first = await time(() => listPeriods(services, { ...input, page: 1 }));
  const last = await time(() => listPeriods(services, { ...input, page: 9_000 }));
  const at = await time(() => listPeriods(services, { ...input, page: 1, at: new Date(Date.now() - 150 * day) }));
  const end = new Date();
  const range = { tenantId: largeTenant, applicationId, start: new Date(end.getTime() - 365 * day), end };
  let facts: Awaited<ReturnType<typeof readStatement>> | undefined;
  const statement = await time(async () => {
    facts = await readStatement(services.db, range);
  });
  t.log(
    `first page ${first.toFixed()} ms, page 9,000 ${last.toFixed()} ms, at a moment ${at.toFixed()} ms, statement ${statement.toFixed()} ms`,
  );
  t.true(Math.max(first, last, at) < 2_000);
  t.true(statement < 20_000);
  const where = { tenantId: largeTenant, applicationId };
  t.is(facts?.days.at(-1)?.heldEnd, await services.db.seat.count({ where }));
});

test.serial('subscriptions that end soon are counted by an index, and held seats are a sum of counters', async (t) => {
  const { pool } = services;
  await pool.query(`
    INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased, expires_at)
    SELECT gen_random_uuid(), '${smallTenant}', '${applicationId}', '${licenseTypeId}', 1, now() + make_interval(days => n)
    FROM generate_series(1, 5000) n`);
  await pool.query('VACUUM ANALYZE identity.subscriptions');
  statements.length = 0;
  t.is(await countEnding(pool), 30);
  const [statement] = statements.filter(touchesRows);
  t.deepEqual(statement && (await wholeReads(services, statement, new Set(['subscriptions']))), []);
  await heldSeatsJob({ pool }).run(new AbortController().signal);
  const { rows } = await pool.query('SELECT sum(quantity_assigned)::int AS held FROM identity.subscriptions');
  t.deepEqual((await readDayCounts(pool, 2)).counts.get('held-seats'), [null, rows[0]?.held]);
  await services.db.subscription.deleteMany({ where: { expiresAt: { not: null } } });
});

test.serial('after all of this the count that the database keeps is that of the rows', async (t) => {
  const input = { applicationId, licenseTypeId, actor: actorOf(platform) };
  const median = async (action: (index: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let index = 0; index < 15; index += 1) {
      const started = performance.now();
      await action(index);
      times.push(performance.now() - started);
    }
    return (times.sort((one, other) => one - other)[7] ?? 0).toFixed(1);
  };
  const count = 'SELECT count(*) FROM identity.seats WHERE subscription_id = $1';
  const grantIn = (tenantId: string, first: number) =>
    median((index) => grantSeat(services, { ...input, tenantId, userId: userOf(tenantId, first + index) }));
  const large = await grantIn(largeTenant, seats + 10);
  const counting = await median(() => services.pool.query(count, [subscriptionOf(largeTenant)]));
  const check = await median(() =>
    checkLicense(services, { tenantId: largeTenant, applicationId, userId: userOf(largeTenant, 7) }),
  );
  t.log(`with 100,000 seats: a grant ${large} ms, a check ${check} ms; counting the rows alone ${counting} ms`);
  const { rows } = await services.pool.query<{ same: boolean }>(
    `SELECT bool_and(quantity_assigned = (SELECT count(*) FROM identity.seats WHERE subscription_id = sub.id)) AS same
     FROM identity.subscriptions sub WHERE id = ANY($1)`,
    [[subscriptionOf(largeTenant), subscriptionOf(smallTenant)]],
  );
  t.deepEqual(rows, [{ same: true }]);
});
