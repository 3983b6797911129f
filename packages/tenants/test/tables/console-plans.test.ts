import type { OpenDatabase } from '@org/identity-prisma';
import {
  countReads,
  explain,
  openTestDatabase,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  tableOf,
  touchesRows,
} from '@org/identity-testing';
import test from 'ava';
import { searchAllEvents } from '../../src/audit/search-all-events.js';
import { type EventFilter, searchEvents } from '../../src/audit/search-events.js';
import { describeDeletion } from '../../src/deletion/describe-deletion.js';
import { countWithoutSecondFactor } from '../../src/security/count-without-second-factor.js';
import { busy, fillAudit, nobody, quiet } from '../support/large-audit.js';
import { idOf, large, ownerId } from '../support/large-tenants.js';
import { machine, userCaller } from '../support/principals.js';

// All tests are serial: they share the list of statements.

let database: OpenDatabase;
let statements: RecordedStatement[];
test.before(async () => {
  database = await openTestDatabase();
  statements = recordStatements(database);
  await fillAudit(database);
});
test.after.always(() => database?.close());

const call = { tenantId: large, principal: userCaller(ownerId) };
const find = (filter: EventFilter, after?: string) => () =>
  searchEvents(database.db, { ...call, filter, after, limit: 50 });

async function readsOf(action: () => Promise<unknown>) {
  statements.length = 0;
  await action();
  const reads = { entries: 0, rows: 0 };
  const whole: string[] = [];
  for (const statement of statements.filter(touchesRows)) {
    const { entries, rows } = await countReads(database, statement);
    reads.entries += entries;
    reads.rows += rows;
    for (const node of await explain(database, statement))
      if (['events', 'memberships', 'users', 'subscriptions'].includes(tableOf(node)) && readsEverything(node))
        whole.push(`${node['Node Type']} on ${node['Relation Name']}`);
  }
  return { reads, whole };
}

for (const [title, filter, after] of [
  ['all events', {}, undefined],
  ['the events of a type', { type: 'member.suspended' }, undefined],
  ['the events of a person with half of them', { personId: busy }, undefined],
  ['the events of a person with half of them, far down', { personId: busy }, idOf('b', 1_000)],
  ['the events of a person with few', { personId: quiet }, undefined],
  ['the events of a person with none', { personId: nobody }, undefined],
  ['the events of a person and a type', { personId: busy, type: 'invitation.created' }, undefined],
  ['the events of a day without any', { from: new Date('2026-01-01'), until: new Date('2026-01-02') }, undefined],
  ['the events of a person on a day without any', { personId: busy, from: new Date('2026-01-01') }, undefined],
] as const) {
  test.serial(`of a hundred thousand events, ${title} are found in a few rows for each that is shown`, async (t) => {
    const { reads, whole } = await readsOf(find(filter, after));
    t.deepEqual(whole, []);
    t.true(reads.entries <= 900 && reads.rows <= 700, JSON.stringify(reads));
  });
}

test.serial('the events of a person and a type that never occur together read at most those of the type', async (t) => {
  const { reads, whole } = await readsOf(find({ personId: busy, type: 'member.suspended' }));
  t.deepEqual(whole, []);
  t.true(reads.entries <= 26_000, JSON.stringify(reads));
});

for (const [title, tenantId, filter, after] of [
  ['those far down', undefined, {}, idOf('b', 1_001)],
  ['those of no tenant', null, {}, undefined],
  ['those of no tenant and a type', null, { type: 'member.added' }, undefined],
  ['those of one tenant', large, {}, undefined],
  ['those of a type', undefined, { type: 'member.suspended' }, undefined],
  ['those of a type that never occurs', undefined, { type: 'client.deleted' }, undefined],
  ['those of a person with many', undefined, { personId: busy }, undefined],
  ['those of a person with few', undefined, { personId: quiet }, undefined],
] as const) {
  test.serial(`of the events of all tenants, ${title} are found in a few rows for each that is shown`, async (t) => {
    const operator = userCaller(ownerId, true);
    const search = { principal: operator, tenantId, filter, after, limit: 50 };
    const { reads, whole } = await readsOf(() => searchAllEvents(database.db, search));
    t.deepEqual(whole, []);
    t.true(reads.entries <= 900 && reads.rows <= 700, JSON.stringify(reads));
  });
}

test.serial('the newest events of all tenants are read from the end of an index', async (t) => {
  const search = { principal: userCaller(ownerId, true), tenantId: undefined, filter: {}, limit: 50 };
  const { reads } = await readsOf(() => searchAllEvents(database.db, search));
  t.true(reads.entries <= 200 && reads.rows <= 200, JSON.stringify(reads));
});

test.serial('only a super admin sees the events of all tenants', async (t) => {
  const search = { tenantId: undefined, filter: {}, limit: 50 };
  for (const principal of [userCaller(ownerId), machine(null), machine(large)])
    await t.throwsAsync(searchAllEvents(database.db, { ...search, principal }), { message: /super admins/u });
});

test.serial('the members without a second factor are counted in at most ten thousand members', async (t) => {
  const { count, orMore } = await countWithoutSecondFactor(database.db, call);
  t.deepEqual([count, orMore], [1, true]);
  const { reads } = await readsOf(() => countWithoutSecondFactor(database.db, call));
  t.true(reads.entries <= 20_100 && reads.rows <= 20_100, JSON.stringify(reads));
});

test.serial('what ends with a tenant of a hundred thousand is read from counters', async (t) => {
  const { reads, whole } = await readsOf(() => describeDeletion(database.db, call));
  t.deepEqual(
    whole.filter((node) => !node.includes('subscriptions')),
    [],
  );
  t.true(reads.entries <= 200 && reads.rows <= 200, JSON.stringify(reads));
});
