import { type RecordedStatement, recordStatements } from '@org/identity-testing';
import test from 'ava';
import { readSnapshot } from '../../src/mirror-snapshot/read-snapshot.js';
import { openTestServices, type TestServices } from '../support/licensed-tenant.js';
import { applicationId, fillManySeats, largeTenant, seats, smallTenant } from '../support/many-seats.js';
import { wholeReads } from '../support/query-plan.js';

let services: TestServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openTestServices();
  statements = recordStatements(services);
  await fillManySeats(services);
});
test.after.always(() => services?.close());

/** Reads all pages, and returns the distinct seats in the order in which they came. */
async function readAll(tenantId: string | null, limit: number) {
  const found: string[] = [];
  const subscriptions = new Set<string>();
  let pages = 0;
  let after: { tenantId: string; userId: string } | undefined;
  for (;;) {
    const page = await readSnapshot(services, { tenantId, applicationId, limit, after });
    pages += 1;
    found.push(...page.seats.map((seat) => `${seat.tenantId}:${seat.userId}`));
    for (const { id } of page.subscriptions) subscriptions.add(id);
    if (page.next === null) return { found, subscriptions, pages };
    const [tenant = '', user = ''] = page.next.split(':');
    after = { tenantId: tenant, userId: user };
  }
}

for (const [who, tenantId, count, tenants] of [
  ['a tenant of 100,000 seats', largeTenant, seats, 1],
  ['a small tenant', smallTenant, 20, 1],
  ['all tenants', null, seats + 20_000, 1_000],
] as const)
  test.serial(`${who}: the pages have every seat once, and none reads a table as a whole`, async (t) => {
    statements.length = 0;
    const { found, subscriptions, pages } = await readAll(tenantId, 5_000);
    t.true(Math.abs(found.length - count) <= 1, `${found.length}`);
    t.is(new Set(found).size, found.length);
    t.deepEqual(found, [...found].sort());
    t.is(subscriptions.size, tenants);
    t.is(pages, Math.floor(found.length / 5_000) + 1);
    const ran = statements.filter(({ text }) => /FROM identity\.(?:seats|subscriptions)/u.test(text));
    t.true(ran.length >= pages);
    for (const statement of [ran[0], ran[1], ran[Math.floor(ran.length / 2)], ran.at(-1)])
      if (statement) t.deepEqual(await wholeReads(services, statement), []);
  });
