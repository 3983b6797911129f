import test from 'ava';
import { createEventStreamParser, type StreamMessage } from '../src/mirror/event-stream-parser.js';
import { createLicenseCopy } from '../src/mirror/license-copy.js';
import { createUses } from '../src/mirror/note-uses.js';
import { createSeatTable } from '../src/mirror/seat-table.js';
import { createServerClock } from '../src/mirror/server-clock.js';
import { reasonOf, type Subscription } from '../src/mirror/subscription.js';
import { timeText } from '../src/mirror/time-text.js';

const message = (event: string, id: string | undefined, data: string): StreamMessage => ({ event, id, data });

const text = [
  'retry: 1000\n\n',
  ': a comment\n',
  'id: 1\ndata: {"a":"ä€😀"}\n\n',
  'event: alive\r\ndata:{"asOf":1}\r\n\r\n',
  'data\rdata: two\rid\r\r',
  'event: lost\n\n',
  'data:  a space\nunknown: field\n\n',
].join('');
const expected = [
  message('message', '1', '{"a":"ä€😀"}'),
  message('alive', undefined, '{"asOf":1}'),
  message('message', '', '\ntwo'),
  message('message', undefined, ' a space'),
];

test('a stream is read in the same way wherever its pieces end', (t) => {
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const found: StreamMessage[] = [];
    const parse = createEventStreamParser((each) => found.push(each));
    for (let from = 0; from < bytes.length; from += size) parse(bytes.subarray(from, from + size));
    t.deepEqual(found, expected, `pieces of ${size} bytes`);
  }
});

test('lines and messages are bounded, and bytes must be UTF-8', (t) => {
  const piece = (content: string) => new TextEncoder().encode(content);
  const parser = () => createEventStreamParser(() => {});
  const long = parser();
  t.throws(
    () => {
      for (let count = 0; count < 12; count += 1) long(piece('x'.repeat(100_000)));
    },
    { instanceOf: RangeError },
  );
  const lines = parser();
  t.throws(
    () => {
      for (let count = 0; count < 12; count += 1) lines(piece(`data: ${'x'.repeat(100_000)}\n`));
    },
    { instanceOf: RangeError },
  );
  t.throws(() => parser()(new Uint8Array([0xc3, 0x28])));
  t.notThrows(() => parser()(piece(`data: ${'x'.repeat(1_000_000)}\n\n`)));
});

/** A clock whose time the test sets, and a server whose clock differs. */
function clocks(ahead: number) {
  const local = { steady: 1_000_000, wall: 5_000_000 };
  const clock = createServerClock({ steady: () => local.steady, wall: () => local.wall });
  const pass = (milliseconds: number) => {
    local.steady += milliseconds;
    local.wall += milliseconds;
  };
  // The server's time.
  const server = () => local.steady - 1_000_000 + ahead;
  const measure = (there: number, back: number) => {
    const sent = clock.now();
    pass(there);
    const time = server();
    pass(back);
    clock.measure(time, { sent, received: clock.now() });
  };
  const age = () => clock.latest() - clock.asOf();
  return { local, clock, pass, server, measure, age };
}

test('how old the state is does not depend on the clocks, and is never underestimated', (t) => {
  for (const ahead of [-86_400_000, 0, 86_400_000, 3e12]) {
    const { clock, pass, server, measure, age } = clocks(ahead);
    t.is(clock.latest() - clock.asOf() <= 10_000, false, 'nothing is known yet');
    measure(30, 70);
    const asOf = server() - 400;
    pass(50);
    clock.alive(asOf);
    // The true age is 450; how long the measured request was under way is added at most.
    t.true(age() >= 450 && age() <= 450 + 100, String(age()));
    pass(5_000);
    t.true(age() >= 5_450 && age() <= 5_550);
  }
});

test('messages that are held back from the beginning do not look fresh', (t) => {
  const { clock, pass, server, measure, age } = clocks(1_234);
  measure(10, 10);
  const asOf = server();
  pass(30_000);
  clock.alive(asOf);
  t.true(age() >= 30_000);
});

test('a request that takes long makes the state look older, not younger', (t) => {
  const { clock, server, measure, age } = clocks(0);
  measure(8_000, 5);
  clock.alive(server());
  t.true(age() >= 0 && age() <= 8_005);
  measure(5, 8_000);
  clock.alive(server());
  t.true(age() <= 10, 'a better measurement replaces it');
});

test('neither a sleeping computer nor a clock that is set makes old state fresh', (t) => {
  for (const change of [
    // While it sleeps, only the time of day goes on.
    { steady: 0, wall: 60_000 },
    // The time of day is set back; the other clock has gone on.
    { steady: 60_000, wall: -3_600_000 },
  ]) {
    const { local, clock, pass, server, measure, age } = clocks(0);
    measure(5, 5);
    const before = server();
    clock.alive(before);
    local.steady += change.steady;
    local.wall += change.wall;
    t.true(age() >= 60_000);
    // A message from before, which is received only now.
    pass(1);
    clock.alive(before + 10);
    t.true(age() >= 59_000, String(age()));
  }
});

test('asOf never goes back', (t) => {
  const { clock, server } = clocks(0);
  clock.alive(server());
  const before = clock.asOf();
  clock.alive(server() - 5_000);
  t.is(clock.asOf(), before);
});

test('the text of a time is that of toISOString', (t) => {
  const times = [0, 1, 999, 59_999, 86_399_999, Date.UTC(2000, 1, 29), Date.UTC(2199, 11, 31, 23, 59, 59, 999)];
  for (let index = 0; index < 2_000; index += 1) times.push(Math.floor(Math.random() * Date.UTC(2200, 0, 1)));
  for (const time of times) t.is(timeText(time), new Date(time).toISOString());
});

const subscription = (id: string): Subscription => ({
  id,
  tenantId: 'tenant',
  facts: undefined,
  outdated: false,
  version: 0,
  usableFrom: 0,
});

test('seats are found as long as they are there, through growth and reuse', (t) => {
  const table = createSeatTable();
  const model = new Map<string, { subscription: Subscription; assignedAt: number }>();
  const [one, other] = [subscription('one'), subscription('other')];
  let seed = 7;
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  for (let step = 0; step < 20_000; step += 1) {
    const [tenantId, userId] = [`t${random(5)}`, `u${random(400)}`];
    const choice = random(100);
    if (choice === 0) {
      table.deleteTenant(tenantId);
      for (const key of [...model.keys()]) if (key.startsWith(`${tenantId} `)) model.delete(key);
    } else if (choice < 40) {
      table.delete(tenantId, userId);
      model.delete(`${tenantId} ${userId}`);
    } else {
      const seat = { subscription: choice < 70 ? one : other, assignedAt: step };
      table.set({ tenantId, userId, ...seat });
      model.set(`${tenantId} ${userId}`, seat);
    }
  }
  t.is(table.size, model.size);
  for (let tenant = 0; tenant < 5; tenant += 1)
    for (let user = 0; user < 400; user += 1) {
      const seat = table.find(`t${tenant}`, `u${user}`);
      const wanted = model.get(`t${tenant} u${user}`);
      if (!wanted) t.is(seat, -1);
      else {
        t.is(table.subscriptionOf(seat), wanted.subscription);
        t.is(table.assignedAt(seat), wanted.assignedAt);
      }
    }
});

test('the reasons of a subscription come in the order of the service', (t) => {
  const from = 1_000;
  const to = 2_000;
  const reason = (status: 'ACTIVE' | 'SUSPENDED' | 'CANCELED' | 'EXPIRED', startsAt: number, expiresAt: number) =>
    reasonOf({ status, startsAt, expiresAt }, from, to);
  t.is(reason('SUSPENDED', 5_000, 0), 'SUBSCRIPTION_SUSPENDED');
  t.is(reason('CANCELED', 5_000, 0), 'SUBSCRIPTION_CANCELED');
  t.is(reason('EXPIRED', 0, 5_000), 'SUBSCRIPTION_EXPIRED');
  t.is(reason('UNKNOWN' as 'ACTIVE', 0, 5_000), 'SUBSCRIPTION_SUSPENDED');
  t.is(reason('ACTIVE', 5_000, 2_000), 'SUBSCRIPTION_EXPIRED');
  t.is(reason('ACTIVE', 1_001, 5_000), 'SUBSCRIPTION_NOT_STARTED');
  t.is(reason('ACTIVE', 1_000, 2_001), 'LICENSED');
});

test('uses are noted one after the other, each once an hour, and not more than can wait', async (t) => {
  let time = 0;
  let inFlight = 0;
  const noted: string[] = [];
  const ended = new AbortController();
  t.teardown(() => ended.abort());
  const uses = createUses({
    check: async ({ userId }) => {
      t.is(inFlight, 0);
      inFlight += 1;
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      noted.push(userId);
    },
    onError: (error) => t.fail(String(error)),
    signal: ended.signal,
    firstDelay: () => 0,
    now: () => time,
  });
  const note = (userId: string) => uses.note({ tenantId: 't', userId });
  for (let round = 0; round < 3; round += 1) for (const user of ['a', 'b']) t.true(note(user));
  while (noted.length < 2) await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(noted, ['a', 'b']);
  time += 3_599_999;
  note('a');
  time += 1;
  note('b');
  while (noted.length < 3) await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(noted, ['a', 'b', 'b']);
  let accepted = 0;
  for (let user = 0; user < 20_000; user += 1) if (note(`user-${user}`)) accepted += 1;
  t.true(accepted < 20_000);
});

test('an event that the snapshot includes already leaves the exact time of the seat', (t) => {
  const copy = createLicenseCopy(
    'app',
    () => {},
    () => {},
  );
  const [tenantId, userId, subscriptionId] = ['tenant', 'user', 'subscription'];
  const assignedAt = '2027-01-31T09:30:00.040Z';
  copy.add({ subscriptions: [], seats: [{ tenantId, userId, subscriptionId, assignedAt }] });
  const granted = { id: '1', type: 'seat.granted', tenantId, subjectId: userId };
  const at = (subscription: string, occurredAt: number) =>
    copy.apply({ ...granted, data: { applicationId: 'app', subscriptionId: subscription }, occurredAt });
  t.true(at(subscriptionId, Date.parse(assignedAt) - 40));
  t.is(copy.seats.assignedAt(copy.seats.find(tenantId, userId)), Date.parse(assignedAt));
  // A seat of another subscription is another seat.
  t.true(at('other', 5));
  t.is(copy.seats.assignedAt(copy.seats.find(tenantId, userId)), 5);
  t.is(copy.seats.size, 1);
});

test('a changed license type outdates the subscriptions of that tenant and type, and those of an unknown type', (t) => {
  const outdated: string[] = [];
  const copy = createLicenseCopy(
    'crm',
    ({ id }) => outdated.push(id),
    () => {},
  );
  const page = (id: string, tenantId: string, licenseType: string) => ({
    ...{ id, tenantId, licenseType, licenseTypeName: licenseType, features: [], limits: {} },
    ...{ status: 'ACTIVE' as const, startsAt: '2026-01-01T00:00:00.000Z', expiresAt: null, settleAt: null },
  });
  const subscriptions = [page('1', 'acme', 'pro'), page('2', 'acme', 'basic'), page('3', 'other', 'pro')];
  copy.add({ subscriptions, seats: [] });
  const event = { id: '', type: 'subscription.created', occurredAt: 0, subjectId: '4', tenantId: 'acme' };
  copy.apply({ ...event, data: { applicationId: 'crm' } });
  t.deepEqual(outdated.splice(0), ['4']);
  const updated = { ...event, type: 'license_type.updated', subjectId: 'type' };
  for (const tenantId of [null, 'acme'])
    t.true(copy.apply({ ...updated, tenantId, data: { applicationId: 'crm', slug: 'pro' } }));
  t.deepEqual(outdated.splice(0), ['1', '4']);
  copy.apply({ ...updated, data: { applicationId: 'another', slug: 'pro' } });
  t.deepEqual(outdated, []);
});
