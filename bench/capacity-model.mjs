/** What a demand may leave out. */
export const defaults = {
  'peak-factor': 4,
  'refresh-share': 1,
  'event-days': 365,
  utilization: 0.5,
  'pool-size': 10,
};
const secondsPerDay = 86_400;
const [fewestProcesses, fewestPostgresCores] = [2, 2];
// Tools, migrations, monitoring and a backup connect, too.
const otherConnections = 10;

const sumOf = (rates, costOf) => Object.entries(rates).reduce((sum, [kind, rate]) => sum + rate * costOf(kind), 0);

/** The requests of each kind in a second at the peak. The rates of tokens and checks are those of the peak already. */
export function peakRates(demand) {
  const { 'refresh-share': share, 'peak-factor': factor } = { ...defaults, ...demand };
  return {
    signIn: ((demand['sign-ins-per-day'] ?? 0) * factor) / secondsPerDay,
    refresh: (demand['tokens-per-second'] ?? 0) * share,
    machine: (demand['tokens-per-second'] ?? 0) * (1 - share),
    check: demand['checks-per-second'] ?? 0,
    change: ((demand['changes-per-day'] ?? 0) * factor) / secondsPerDay,
  };
}

/** CPU milliseconds, WAL bytes and new rows of these rates in one second, with one idle process. */
export function costPerSecond(rates, { idle, requests }) {
  return {
    server: idle.server + sumOf(rates, (kind) => requests[kind].server),
    postgres: idle.postgres + sumOf(rates, (kind) => requests[kind].postgres),
    wal: idle.wal + sumOf(rates, (kind) => requests[kind].wal),
    rows: sumOf(rates, (kind) => Object.values(requests[kind].rows).reduce((sum, { count }) => sum + count, 0)),
  };
}

/** What a deployment needs for this demand, by the measured costs. */
export function capacityOf(demand, costs) {
  const wanted = { ...defaults, ...demand };
  const peak = peakRates(wanted);
  const average = Object.fromEntries(Object.entries(peak).map(([kind, rate]) => [kind, rate / wanted['peak-factor']]));
  const busy = costPerSecond(peak, costs);
  const coresFor = (milliseconds) => milliseconds / 1000 / wanted.utilization;
  const processes = Math.max(fewestProcesses, Math.ceil(coresFor(busy.server)));
  const bytes = liveBytes(average, wanted, costs);
  return {
    peak,
    serverBusy: busy.server / 1000,
    processes,
    postgresBusy: busy.postgres / 1000,
    postgresCores: Math.max(fewestPostgresCores, Math.ceil(coresFor(busy.postgres))),
    // One more per process listens for changes. Old and new processes run side by side during an upgrade.
    connections: processes * (wanted['pool-size'] + 1) * 2 + otherConnections,
    bytes,
    disk: Object.values(bytes).reduce((sum, part) => sum + part, 0),
    walPerSecond: busy.wal,
    walPerSecondAfterCheckpoint: sumOf(peak, (kind) => costs.requests[kind].walAfterCheckpoint),
    walPerDay: costPerSecond(average, costs).wal * secondsPerDay,
  };
}

/** The bytes of the rows that exist at the same time: the rate of new rows times how long each stays. */
function liveBytes(rates, wanted, { requests, bytes }) {
  const staying = (table, { count, seconds }) =>
    count * bytes[table] * (table === 'events' ? wanted['event-days'] * secondsPerDay : seconds);
  const of = (isWanted) =>
    sumOf(rates, (kind) =>
      Object.entries(requests[kind].rows)
        .filter(([table]) => isWanted(table))
        .reduce((sum, [table, row]) => sum + staying(table, row), 0),
    );
  return {
    users: (wanted.users ?? 0) * bytes.user,
    sessions: of((table) => table === 'oidc_sessions' || table === 'oidc_grants'),
    tokens: of((table) => table !== 'oidc_sessions' && table !== 'oidc_grants' && table !== 'events'),
    events: of((table) => table === 'events'),
  };
}

/** How many requests of one kind a second keep a PostgreSQL of so many cores busy up to the utilization. */
export function limitsOf(cores, { requests }, utilization = defaults.utilization) {
  return Object.fromEntries(
    Object.entries(requests).map(([kind, { postgres, wal }]) => {
      const perSecond = (cores * utilization * 1000) / postgres;
      return [kind, { perSecond, walPerSecond: perSecond * wal }];
    }),
  );
}
