import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';

interface Cost {
  server: number;
  postgres: number;
  wal: number;
  walAfterCheckpoint: number;
  rows: Record<string, { count: number; seconds: number }>;
}
interface Costs {
  how: string;
  idle: { server: number; postgres: number; wal: number };
  requests: Record<'signIn' | 'refresh' | 'machine' | 'check' | 'change', Cost>;
  bytes: Record<string, number>;
}
type Demand = Record<string, number>;
interface Capacity {
  peak: Record<string, number>;
  serverBusy: number;
  processes: number;
  postgresBusy: number;
  postgresCores: number;
  connections: number;
  bytes: Record<'users' | 'sessions' | 'tokens' | 'events', number>;
  disk: number;
  walPerSecond: number;
  walPerDay: number;
}

const root = new URL('../../', import.meta.url);
const { capacityOf, limitsOf } = (await import(new URL('bench/capacity-model.mjs', root).href)) as {
  capacityOf(demand: Demand, costs: Costs): Capacity;
  limitsOf(cores: number, costs: Costs): Record<string, { perSecond: number }>;
};
const { readCosts, readDemand, size } = (await import(new URL('bench/capacity.mjs', root).href)) as {
  readCosts(): Costs;
  readDemand(args: string[]): Demand;
  size(bytes: number): string;
};

const nothing = { server: 0, postgres: 0, wal: 0, walAfterCheckpoint: 0, rows: {} };
const costs: Costs = {
  how: '',
  idle: { server: 0, postgres: 0, wal: 0 },
  requests: {
    signIn: { ...nothing, server: 50, postgres: 10 },
    refresh: { ...nothing, server: 10, postgres: 2, wal: 1000, rows: { oidc_tokens: { count: 2, seconds: 600 } } },
    machine: { ...nothing, server: 5, postgres: 1 },
    check: { ...nothing, server: 0.5, postgres: 0.1 },
    change: { ...nothing, server: 5, postgres: 5, rows: { events: { count: 2, seconds: 0 } } },
  },
  bytes: { user: 1000, events: 100, oidc_tokens: 500 },
};

test('cores follow from the requests at the peak and half-busy cores', (t) => {
  const demand = { 'sign-ins-per-day': 864_000, 'tokens-per-second': 100, 'checks-per-second': 1000 };
  const { peak, serverBusy, processes, postgresBusy, postgresCores, connections } = capacityOf(demand, costs);
  t.deepEqual(peak, { signIn: 40, refresh: 100, machine: 0, check: 1000, change: 0 });
  t.is(serverBusy, 3.5);
  t.is(processes, 7);
  t.is(postgresBusy, 0.7);
  t.is(postgresCores, 2);
  t.is(connections, 7 * 11 * 2 + 10);
});

test('a share of the tokens can be machine tokens, which cost less', (t) => {
  const { peak, serverBusy } = capacityOf({ 'tokens-per-second': 100, 'refresh-share': 0.5 }, costs);
  t.deepEqual(peak, { signIn: 0, refresh: 50, machine: 50, check: 0, change: 0 });
  t.is(serverBusy, 0.75);
});

test('disk is the rows that exist at the same time, at the average rate', (t) => {
  const demand = { users: 1000, 'changes-per-day': 100, 'tokens-per-second': 40, 'event-days': 10 };
  const { bytes, disk, walPerSecond, walPerDay } = capacityOf(demand, costs);
  t.is(bytes.users, 1_000_000);
  t.is(bytes.tokens, 10 * 2 * 600 * 500);
  t.is(Math.round(bytes.events), 100 * 2 * 10 * 100);
  t.is(Math.round(disk), 1_000_000 + 6_000_000 + 200_000);
  t.is(walPerSecond, 40_000);
  t.is(walPerDay, 10_000 * 86_400);
});

test('the limit of a PostgreSQL is its cores at the utilization, divided by the cost', (t) => {
  t.is(limitsOf(16, costs)['refresh']?.perSecond, 4000);
});

test('even the smallest deployment has two processes and two cores for PostgreSQL', (t) => {
  const { processes, postgresCores } = capacityOf({ users: 1 }, costs);
  t.deepEqual({ processes, postgresCores }, { processes: 2, postgresCores: 2 });
});

test('an option that is not a valid number is refused by its name', (t) => {
  for (const args of [
    ['--users', 'many'],
    ['--users', ''],
    ['--users=-1'],
    ['--utilization', '0'],
    ['--utilization', '2'],
    ['--peak-factor', '0'],
  ])
    t.throws(() => readDemand(args), { message: new RegExp(args[0]?.split('=')[0] ?? '', 'u') });
  t.throws(() => readDemand([]));
  t.throws(() => readDemand(['--seats', '1']));
  t.deepEqual(readDemand(['--users', '10', '--refresh-share', '0.5']), { users: 10, 'refresh-share': 0.5 });
});

test('bytes are printed with a unit', (t) => {
  t.deepEqual([0, 999, 1500, 2_000_000, 3.4e9, 5e15].map(size), [
    '0 B',
    '999 B',
    '1.5 kB',
    '2 MB',
    '3.4 GB',
    '5000 TB',
  ]);
});

test('the measured costs are complete: every kind has its cost, every row its size', (t) => {
  const { requests, bytes } = readCosts();
  t.deepEqual(Object.keys(requests), ['signIn', 'refresh', 'machine', 'check', 'change']);
  for (const [kind, cost] of Object.entries(requests)) {
    for (const what of ['server', 'postgres'] as const) t.true(cost[what] > 0, `${kind}: ${what}`);
    for (const table of Object.keys(cost.rows)) t.true((bytes[table] ?? 0) > 0, table);
  }
  t.true((bytes['user'] ?? 0) > 0);
});

test('the command prints what is needed, or what is wrong', (t) => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('bench/capacity.mjs', root)), ...args], { encoding: 'utf8' });
  const done = run('--users', '100000', '--sign-ins-per-day', '50000', '--checks-per-second', '500');
  t.is(done.status, 0, done.stderr);
  for (const row of ['server processes', 'cores of PostgreSQL', 'connections', 'disk', 'WAL in a day'])
    t.true(done.stdout.includes(`| ${row} `), row);
  const refused = run('--users', 'many');
  t.is(refused.status, 1);
  t.true(refused.stderr.includes('--users'));
});
