import { measureLoad, walAfterCheckpoint } from './capacity-measure.mjs';
import { median } from './compare.mjs';

/** Rates at which each kind is measured alone: so that a core is busy for a part of the time only. */
const alone = { signIn: 5, refresh: 20, machine: 40, check: 100, change: 10 };

/** What a request of each kind costs, without what the idle processes cost: medians of interleaved rounds. */
export async function measureCosts(context, { rounds, seconds, idleSeconds }) {
  const still = await measureLoad(context, {}, idleSeconds);
  const idle = Object.fromEntries(['server', 'postgres', 'wal'].map((what) => [what, still[what] / still.seconds]));
  const measured = Object.fromEntries(Object.keys(alone).map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, rate] of Object.entries(alone))
      measured[kind].push(await measureLoad(context, { [kind]: rate }, seconds));
  }
  const requests = {};
  for (const [kind, loads] of Object.entries(measured)) {
    const cost = (what) =>
      median(loads.map((load) => Math.max(0, load[what] - idle[what] * load.seconds) / load.sent[kind]));
    requests[kind] = {
      server: cost('server'),
      postgres: cost('postgres'),
      wal: cost('wal'),
      rows: rowsPerRequest(loads, kind),
    };
  }
  return { idle, requests };
}

/** The costs with the WAL after a checkpoint. Measured last: checkpoints would change the WAL of everything after them. */
export async function addCheckpoints({ idle, requests }, context, { checkpoints }) {
  const added = {};
  for (const [kind, { rows, ...cost }] of Object.entries(requests)) {
    const wal = median(await walAfterCheckpoint(context.client, context.requests[kind], checkpoints));
    added[kind] = { ...cost, walAfterCheckpoint: wal, rows };
  }
  return { idle, requests: added };
}

function rowsPerRequest(loads, kind) {
  const sent = loads.reduce((sum, load) => sum + load.sent[kind], 0);
  const tables = [...new Set(loads.flatMap(({ rows }) => Object.keys(rows)))];
  return Object.fromEntries(
    tables.map((table) => {
      const found = loads.map(({ rows }) => rows[table] ?? { count: 0, seconds: 0 });
      const count = found.reduce((sum, row) => sum + row.count, 0);
      const seconds = found.reduce((sum, row) => sum + row.count * row.seconds, 0) / count;
      return [table, { count: count / sent, seconds }];
    }),
  );
}
