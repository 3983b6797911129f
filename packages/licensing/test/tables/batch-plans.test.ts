import { fixedBatches } from '@org/identity-prisma';
import { countReads, type RecordedStatement, recordStatements } from '@org/identity-testing';
import test from 'ava';
import { findLeastUsed } from '../../src/reduce/find-least-used.js';
import { createRule } from '../../src/rules/create-rule.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import { superAdmin } from '../support/joining.js';
import { openTestServices, userOf as principalOf, type TestServices } from '../support/licensed-tenant.js';
import {
  applicationId,
  fillManySeats,
  idOf,
  licenseTypeId,
  subscriptionOf,
  largeTenant as tenantId,
  userOf,
} from '../support/many-seats.js';

// All tests are serial: they share the list of statements.
let services: TestServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openTestServices();
  statements = recordStatements(services);
  await fillManySeats(services);
});
test.after.always(() => services?.close());

/** How many entries of tables and indexes the statement with this text has read. */
async function readsOf(part: string): Promise<number> {
  const statement = statements.find(({ text }) => text.includes(part));
  return statement ? (await countReads(services, statement)).entries : Infinity;
}

const machine = { kind: 'machine', tenantId: null, clientId: 'bench', applicationId: null, scopes: [] } as const;

test.serial('of 100,000 seats, a lower quantity reads as many as it releases, and the named ones', async (t) => {
  const first = userOf(tenantId, 77_777);
  const changes = { quantity: 99_990, onExcess: 'release' as const, release: [first] };
  await updateSubscription(
    services,
    { tenantId, subscriptionId: subscriptionOf(tenantId), principal: machine, changes },
    fixedBatches(100),
  );
  t.is(await services.db.seat.count({ where: { tenantId, userId: first } }), 0);
  const reads = await readsOf('AS "leasedUntil"');
  t.true(reads < 500, `${reads} entries`);
});

test.serial('of 100,000 seats, the page that releases unused ones reads as many as it shows', async (t) => {
  statements.length = 0;
  const principal = principalOf(tenantId, userOf(tenantId, 1));
  const { seats } = await findLeastUsed(services.db, { principal, applicationId, licenseTypeId, count: 50 });
  t.is(seats.length, 50);
  const reads = await readsOf('LATERAL');
  t.true(reads < 500, `${reads} entries`);
});

test.serial('of 100,000 members, a batch of a new rule reads those of the batch', async (t) => {
  statements.length = 0;
  const rule = { tenantId, applicationId: idOf('f', 2), licenseTypeId: idOf('9', 2), principal: superAdmin };
  await createRule(services, rule, { pace: fixedBatches(100), inCall: 2 });
  const batches = statements.filter(({ text }) => text.includes('AS seated'));
  t.is(batches.length, 2);
  for (const batch of batches) {
    const { entries } = await countReads(services, batch);
    t.true(entries <= 300, `${entries} entries`);
  }
});
