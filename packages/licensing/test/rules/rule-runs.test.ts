import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fixedBatches, inOneTransaction, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import { openTestDatabase, type RecordedStatement, recordStatements } from '@org/identity-testing';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { createRule } from '../../src/rules/create-rule.js';
import { deleteRule } from '../../src/rules/delete-rule.js';
import { applyNextBatch, applyRules } from '../../src/rules/rule-runs.js';
import { addRule, addType, changeMember, join, seated, superAdmin, waiters } from '../support/joining.js';
import {
  addLicensedTenant,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  type TestServices,
} from '../support/licensed-tenant.js';
import { addMembers } from '../support/many-members.js';
import { cutBy } from '../support/query-plan.js';

// All tests are serial: the job goes on with all rules.
let services: TestServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openTestServices();
  statements = recordStatements(services);
});
test.after.always(() => services?.close());

const ofSize = (size: number, inCall = 1) => ({ pace: fixedBatches(size), inCall });
const ruleOf = ({ tenantId, applicationId, licenseTypeId }: LicensedTenant) => ({
  tenantId,
  applicationId,
  licenseTypeId,
  principal: superAdmin,
});
const runsOf = ({ tenantId }: LicensedTenant) => services.db.licenseRuleRun.count({ where: { tenantId } });

test.serial(
  'between two batches of a rule for 5,000 members, another change of the tenant gets its turn',
  async (t) => {
    const tenant = await addLicensedTenant(services.db, 5_000);
    const { tenantId } = tenant;
    const { db } = services;
    const users = await addMembers(services, tenantId, 5_000);
    const seen: number[] = [];
    let isAdded = false;
    const adding = createRule(services, ruleOf(tenant), ofSize(500, Infinity)).finally(() => {
      isAdded = true;
    });
    while (!isAdded) {
      const held = await inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
        await lockTenantRow(tx, tenantId);
        return tx.seat.count({ where: { tenantId } });
      });
      seen.push(held);
    }
    await adding;
    const batches = Array.from({ length: 9 }, (_, index) => (index + 1) * 500);
    t.deepEqual(
      batches.filter((count) => !seen.includes(count)),
      [],
      'after each batch, the other change came first',
    );
    t.deepEqual((await seated(services, tenant)).sort(), users.sort());
    t.is(await runsOf(tenant), 0);
    t.deepEqual(await brokenRules(services), []);
    const batch = statements.filter(({ text }) => text.includes('AS seated')).at(-2);
    if (batch) t.deepEqual(await cutBy(services, batch), ['Index Scan', 'Index Scan']);
  },
);

test.serial(
  'the call does the first batches, and the job the others, in the order in which the members joined',
  async (t) => {
    const tenant = await addLicensedTenant(services.db, 25);
    const users = await addMembers(services, tenant.tenantId, 50);
    await createRule(services, ruleOf(tenant), ofSize(10, 2));
    t.deepEqual((await seated(services, tenant)).sort(), users.slice(0, 20).sort());
    t.is(await runsOf(tenant), 1);
    await applyRules(services, fixedBatches(10));
    t.deepEqual((await seated(services, tenant)).sort(), users.slice(0, 25).sort());
    t.deepEqual(await waiters(services, tenant), users.slice(25));
    t.is(await runsOf(tenant), 0);
    const where = { tenantId: tenant.tenantId, type: 'seat.granted', actorId: superAdmin.userId };
    t.is(await services.db.event.count({ where }), 25, 'the actor is who added the rule');
  },
);

test.serial(
  'who joins while a new rule is applied does not overtake; if there is a seat for everybody, it is given at once',
  async (t) => {
    const scarce = await addLicensedTenant(services.db, 20);
    const users = await addMembers(services, scarce.tenantId, 20);
    await createRule(services, ruleOf(scarce), ofSize(10));
    const late = await join(services, scarce.tenantId);
    t.false((await seated(services, scarce)).includes(late));
    t.deepEqual(await waiters(services, scarce), []);
    await applyRules(services, fixedBatches(10));
    t.deepEqual((await seated(services, scarce)).sort(), users.sort());
    t.deepEqual(await waiters(services, scarce), [late]);

    const ample = await addLicensedTenant(services.db, 21);
    await addMembers(services, ample.tenantId, 20);
    await createRule(services, ruleOf(ample), ofSize(10));
    const next = await join(services, ample.tenantId);
    t.true((await seated(services, ample)).includes(next), 'in the same transaction');
    await applyRules(services, fixedBatches(10));
    t.is((await seated(services, ample)).length, 21);
  },
);

test.serial('a member whom the rule has passed by already gets the seat when the role comes to match', async (t) => {
  const tenant = await addLicensedTenant(services.db, 30);
  const { tenantId } = tenant;
  const users = await addMembers(services, tenantId, 30);
  const first = users[0] ?? '';
  await services.db.membership.update({
    where: { tenantId_userId: { tenantId, userId: first } },
    data: { role: 'admin' },
  });
  await createRule(services, { ...ruleOf(tenant), role: 'member' }, ofSize(10));
  await changeMember(services, { tenantId, userId: first }, { role: 'member' });
  t.true((await seated(services, tenant)).includes(first));
  await applyRules(services, fixedBatches(10));
  t.is((await seated(services, tenant)).length, 30);
  t.deepEqual(await brokenRules(services), []);
});

test.serial('a rule that is deleted while it is applied reaches nobody else', async (t) => {
  const tenant = await addLicensedTenant(services.db, 50);
  const { tenantId } = tenant;
  await addMembers(services, tenantId, 50);
  const { id: ruleId } = await createRule(services, ruleOf(tenant), ofSize(10));
  await deleteRule(services, { tenantId, principal: superAdmin, ruleId });
  t.false(await applyNextBatch(services, tenantId, fixedBatches(10)));
  t.is((await seated(services, tenant)).length, 10);
  const joined = await join(services, tenantId);
  t.false((await seated(services, tenant)).includes(joined));
});

test.serial('a second rule of the application begins when the first one is done', async (t) => {
  const first = await addLicensedTenant(services.db, 15);
  const second = await addType(services, first, 15);
  const users = await addMembers(services, first.tenantId, 30);
  await createRule(services, ruleOf(first), ofSize(10));
  await createRule(services, ruleOf(second), ofSize(10));
  t.is(await runsOf(first), 2);
  await applyRules(services, fixedBatches(10));
  t.deepEqual((await seated(services, first)).sort(), users.slice(0, 15).sort());
  t.deepEqual((await seated(services, second)).sort(), users.slice(15).sort());
  t.deepEqual(await waiters(services, first), [], 'a free seat of the second rule ends the wait');
  t.deepEqual(await brokenRules(services), []);
});

test.serial('a rehearsal of a rule shows all of its seats, and leaves nothing to do', async (t) => {
  const tenant = await addLicensedTenant(services.db, 25);
  await addMembers(services, tenant.tenantId, 40);
  const work = () => createRule(services, ruleOf(tenant), ofSize(10));
  const { outcome } = await inOneTransaction(services.db, work, () => false);
  const count = (type: string) => outcome.events.filter((event) => event.type === type).length;
  t.deepEqual([count('seat.granted'), count('license_request.waiting')], [25, 15]);
  t.is(await runsOf(tenant), 0);
  t.is(await services.db.seat.count({ where: { tenantId: tenant.tenantId } }), 0);
});

test.serial('grants, joins and the job in two processes at once give nobody two seats, and not too many', async (t) => {
  const tenant = await addLicensedTenant(services.db, 60);
  const users = await addMembers(services, tenant.tenantId, 100);
  await createRule(services, ruleOf(tenant), ofSize(7));
  await Promise.all([
    applyRules(services, fixedBatches(7)),
    applyRules(services, fixedBatches(3)),
    ...Array.from({ length: 5 }, () => join(services, tenant.tenantId)),
  ]);
  await applyRules(services, fixedBatches(7));
  t.deepEqual((await seated(services, tenant)).sort(), users.slice(0, 60).sort());
  t.deepEqual((await waiters(services, tenant)).slice(0, 40), users.slice(60));
  t.deepEqual(await brokenRules(services), []);
});

test.serial('a rule whose process was killed is applied to the others by another process', async (t) => {
  const database = await openTestDatabase(t);
  const own = { ...services, ...database };
  const tenant = await addLicensedTenant(database.db, 600);
  const { tenantId, applicationId, licenseTypeId } = tenant;
  const users = await addMembers(database, tenantId, 1_000);
  const script = fileURLToPath(new URL('../support/add-rule-process.js', import.meta.url));
  const child = spawn(process.execPath, [script, database.url, tenantId, applicationId, licenseTypeId]);
  const ended = once(child, 'exit');
  await until(async () => (await database.db.seat.count({ where: { tenantId } })) >= 60);
  child.kill('SIGKILL');
  await ended;
  t.is(await database.db.licenseRuleRun.count(), 1, 'it was killed in the middle');
  await applyRules(own, fixedBatches(100));
  t.deepEqual((await seated(own, tenant)).sort(), users.slice(0, 600).sort());
  t.deepEqual(await waiters(own, tenant), users.slice(600));
  t.is(await database.db.licenseRuleRun.count(), 0);
  t.deepEqual(await brokenRules(own), []);
});

test.serial('a small tenant is done with the call', async (t) => {
  const tenant = await addLicensedTenant(services.db, 5);
  await addMembers(services, tenant.tenantId, 5);
  await addRule(services, tenant);
  t.is((await seated(services, tenant)).length, 5);
  t.is(await runsOf(tenant), 0);
});
