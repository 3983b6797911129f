import { randomUUID } from 'node:crypto';
import { type OpenDatabase, uuidV7 } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { findPerson } from '../../src/audit/find-person.js';
import { type EventFilter, searchEvents } from '../../src/audit/search-events.js';
import { testAccounts } from '../support/accounts.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

async function tenantWithOwner() {
  const ownerId = await addUser(database.db);
  const tenantId = await addTenant(database.db, randomUUID().slice(0, 12), [{ userId: ownerId, role: 'owner' }]);
  return { tenantId, ownerId, principal: userCaller(ownerId) };
}

interface Added {
  type?: string;
  actorId?: string;
  subjectId?: string;
  /** By the clock of the process, which makes the id, and by that of the database. */
  made?: string;
  occurredAt?: string;
}

async function add(tenantId: string | null, { type = 'member.added', made, occurredAt, ...people }: Added) {
  const time = { ...(made ? { id: uuidV7(Date.parse(made)) } : {}), ...(occurredAt ? { occurredAt } : {}) };
  const data = { ...time, type, tenantId, actorKind: 'user', ...people };
  return (await database.db.event.create({ data })).id;
}

const search = (
  { tenantId, principal }: { tenantId: string; principal: ReturnType<typeof userCaller> },
  filter: EventFilter,
  paging: { after?: string | undefined; limit?: number } = {},
) => searchEvents(database.db, { tenantId, principal, filter, limit: 50, ...paging });
const idsOf = ({ events }: { events: readonly { id: string }[] }) => events.map(({ id }) => id);

test('the events of a person are those that they caused and those about them, each once, of this tenant', async (t) => {
  const [here, elsewhere] = [await tenantWithOwner(), await tenantWithOwner()];
  const person = randomUUID();
  const first = await add(here.tenantId, { actorId: person, subjectId: here.ownerId });
  const second = await add(here.tenantId, { actorId: person, subjectId: person });
  const third = await add(here.tenantId, { actorId: here.ownerId, subjectId: person, type: 'member.removed' });
  await add(here.tenantId, { actorId: here.ownerId, subjectId: here.ownerId });
  await add(elsewhere.tenantId, { actorId: person, subjectId: person });
  await add(null, { actorId: person, subjectId: person });
  t.deepEqual(idsOf(await search(here, { personId: person })), [third, second, first]);
  t.deepEqual(idsOf(await search(here, { personId: person, type: 'member.removed' })), [third]);
  t.deepEqual(idsOf(await search(here, { personId: 'nobody' })), []);
});

test('the pages of a person have each event once', async (t) => {
  const here = await tenantWithOwner();
  const person = randomUUID();
  const added: string[] = [];
  for (let number = 0; number < 11; number += 1)
    added.push(
      await add(here.tenantId, {
        ...(number % 2 === 0 ? { actorId: person } : {}),
        ...(number % 3 === 0 || number % 2 === 1 ? { subjectId: person } : {}),
      }),
    );
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await search(here, { personId: person }, { after, limit: 3 });
    t.true(page.events.length <= 3);
    seen.push(...idsOf(page));
    after = page.next;
  } while (after);
  t.deepEqual(seen, [...added].reverse());
});

test('a range of time includes its first moment and excludes its last, also if clocks differ by minutes', async (t) => {
  const here = await tenantWithOwner();
  const at = (made: string, occurredAt: string) =>
    add(here.tenantId, { made: `2026-03-${made}Z`, occurredAt: `2026-03-${occurredAt}Z` });
  await at('01T23:59:59.999', '01T23:59:59.999');
  const early = await at('01T23:40:00.000', '02T00:00:00.000');
  const middle = await at('02T12:00:00.000', '02T12:00:00.000');
  const late = await at('03T00:20:00.000', '02T23:59:59.999');
  await at('02T23:59:00.000', '03T00:00:00.000');
  const range = { from: new Date('2026-03-02'), until: new Date('2026-03-03') };
  t.deepEqual(idsOf(await search(here, range)), [late, middle, early]);
  t.is((await search(here, { until: range.from })).events.length, 1);
  t.is((await search(here, { from: range.until })).events.length, 1);
  t.is((await search(here, { from: new Date(0), until: new Date('2199-12-31') })).events.length, 5);
});

test('events are found only by those who may read them', async (t) => {
  const here = await tenantWithOwner();
  await add(here.tenantId, {});
  const memberId = await addUser(database.db);
  await database.db.membership.create({ data: { tenantId: here.tenantId, userId: memberId } });
  const by = (principal: Parameters<typeof searchEvents>[1]['principal']) =>
    searchEvents(database.db, { tenantId: here.tenantId, principal, filter: {}, limit: 5 });
  await t.throwsAsync(by(userCaller(memberId)), { code: 'FORBIDDEN' });
  await t.throwsAsync(by(machine(here.tenantId)), { code: 'FORBIDDEN' });
  await t.throwsAsync(by(userCaller(await addUser(database.db))), { code: 'TENANT_NOT_FOUND' });
  t.is((await by(userCaller(await addUser(database.db), true))).events.length, 1);
});

test('a person is found by the email of a member, and not by that of anybody else', async (t) => {
  const here = await tenantWithOwner();
  const services = { db: database.db, accounts: testAccounts };
  const { email } = await database.db.user.findUniqueOrThrow({ where: { id: here.ownerId } });
  const find = (person: string, principal = here.principal) =>
    findPerson(services, { tenantId: here.tenantId, principal, person });
  t.is(await find(email.toUpperCase()), here.ownerId);
  t.is(await find(here.ownerId.toUpperCase()), here.ownerId);
  const [outsiderId, invitedId] = [await addUser(database.db), await addUser(database.db)];
  await database.db.membership.create({ data: { tenantId: here.tenantId, userId: invitedId, status: 'INVITED' } });
  for (const id of [outsiderId, invitedId]) {
    const other = await database.db.user.findUniqueOrThrow({ where: { id } });
    t.is(await find(other.email), undefined);
  }
  await t.throwsAsync(find(email, userCaller(outsiderId)), { code: 'TENANT_NOT_FOUND' });
});
