import type { Principal } from '@org/identity-core';
import type { OpenDatabase } from '@org/identity-prisma';
import test from 'ava';
import { getMembers } from '../../src/members/get-members.js';
import { countPeople, findPeopleAttention } from '../../src/members/get-people-overview.js';
import type { PlanChecks } from './check-plans.js';

interface Given {
  database: OpenDatabase;
  plans: PlanChecks;
  tenantId: string;
  owner: Principal;
}

/** Declares the plan tests of what the console shows about people. */
export function testPeoplePlans(where: string, given: () => Given): void {
  test.serial(`${where}: fifty members by their ids take four statements`, async (t) => {
    const { database, plans, tenantId, owner } = given();
    const rows = await database.db.membership.findMany({
      where: { tenantId, status: 'ACTIVE' },
      select: { id: true },
      take: 50,
    });
    const membershipIds = rows.map(({ id }) => id);
    await plans.assertPlans(t, 4, () => getMembers(database.db, { tenantId, principal: owner, membershipIds }));
  });

  test.serial(`${where}: the numbers of the overview take four statements, what needs attention five`, async (t) => {
    const { database, plans, tenantId, owner } = given();
    await plans.assertPlans(t, 4, () => countPeople(database.db, { tenantId, principal: owner }));
    await plans.assertPlans(t, 5, () => findPeopleAttention(database.db, { tenantId, principal: owner }));
  });
}
