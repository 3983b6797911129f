import { randomUUID } from 'node:crypto';
import { type RecordedStatement, recordStatements, touchesRows } from '@org/identity-testing';
import test from 'ava';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { addRule, join, seated, waiters } from '../support/joining.js';
import {
  addLicensedTenant,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  type TestServices,
} from '../support/licensed-tenant.js';

// All tests are serial: they share the list of statements.
let services: TestServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openTestServices();
  statements = recordStatements(services);
});
test.after.always(() => services?.close());

/** How many statements an action runs. */
async function countStatements(action: () => Promise<unknown>): Promise<number> {
  statements.length = 0;
  await action();
  return statements.filter(touchesRows).length;
}

/** Adds members who joined one second after the other, in few statements. Returns them in that order. */
async function addMembers(tenantId: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@people.test`);
  const data = emails.map((email) => ({ email, normalizedEmail: email }));
  const users = await services.db.user.createManyAndReturn({ data, select: { id: true } });
  const memberships = users.map(({ id: userId }, index) => ({
    tenantId,
    userId,
    joinedAt: new Date(Date.now() - (count - index) * 1_000),
  }));
  await services.db.membership.createMany({ data: memberships });
  return users.map(({ id }) => id);
}

/** Gives a tenant seats of that many new applications, and a rule for each. */
async function addRules(tenant: LicensedTenant, count: number, quantity: number): Promise<void> {
  const { tenantId } = tenant;
  for (let index = 0; index < count; index += 1) {
    const other = await addLicensedTenant(services.db, 1);
    const { applicationId, licenseTypeId } = other;
    const data = { tenantId, applicationId, licenseTypeId };
    await services.db.subscription.create({ data: { ...data, quantityPurchased: quantity } });
    await services.db.licenseRule.create({ data });
  }
}

test.serial('a rule for 2,500 members gives 1,200 seats in the order of joining, in few statements', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1_200);
  const users = await addMembers(tenant.tenantId, 2_500);
  const count = await countStatements(() => addRule(services, tenant));
  t.true(count <= 14 + 3 * 7, `${count} statements`);
  t.deepEqual((await seated(services, tenant)).sort(), users.slice(0, 1_200).sort());
  t.deepEqual(await waiters(services, tenant), users.slice(1_200));
  t.deepEqual(await brokenRules(services), []);
  // The waiting list that the rule has made works like any other.
  await revokeSeat(services, { ...tenant, userId: users[0] ?? '' });
  t.is((await waiters(services, tenant))[0], users[1_201]);
});

test.serial(
  'joining costs the same number of statements with 2 rules and with 20, with and without free seats',
  async (t) => {
    const plain = await addLicensedTenant(services.db, 1);
    const without = await countStatements(() => join(services, plain.tenantId));
    const counts: number[] = [];
    for (const rules of [2, 20])
      for (const quantity of [1, 2]) {
        const tenant = await addLicensedTenant(services.db, 1);
        await addRules(tenant, rules, quantity);
        await join(services, tenant.tenantId);
        counts.push(await countStatements(() => join(services, tenant.tenantId)));
        t.is(await services.db.seat.count({ where: { tenantId: tenant.tenantId } }), rules * quantity);
      }
    // The locks, the seats or the places, and their events.
    t.deepEqual(counts, Array<number>(4).fill(without + 3));
  },
);
