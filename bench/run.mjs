import { parseArgs } from 'node:util';
import { prepare } from '../scripts/prepare.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    against: { type: 'string', default: '' },
    'with-better-auth': { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    tokens: { type: 'string', default: '10000000' },
    expiring: { type: 'string', default: '1000000' },
    people: { type: 'string' },
  },
});
await prepare();
const only = values.only.split(',').filter(Boolean);
// These modules exist only after the step above has built them.
if (values.against !== '') {
  const { measureAgainst } = await import('./against.mjs');
  console.log(await measureAgainst(values.against, { quick: values.quick, only }));
} else if (values['with-better-auth']) {
  const { compareWithBetterAuth } = await import('./better-auth/compare.mjs');
  await compareWithBetterAuth({ quick: values.quick, only, write: values.write || !values.quick });
} else if (values.scale) {
  const { runScale } = await import('./scale.mjs');
  await runScale({ quick: values.quick, only, write: values.write || !values.quick });
} else if (values.processes && values.only !== 'seat-traffic') {
  const { runProcesses } = await import('./processes.mjs');
  await runProcesses({ quick: values.quick, write: values.write || !values.quick });
} else if (values.only === 'capacity') {
  const { runCapacity } = await import('./capacity-check.mjs');
  await runCapacity({ quick: values.quick, write: values.write || !values.quick });
} else if (only[0] === 'hot-requests') {
  const { measureHotRequests } = await import('./hot-requests.mjs');
  const size = values.quick ? { rounds: 3 } : {};
  await measureHotRequests({ write: values.write, tell: console.log, only: only.slice(1), ...size });
} else if (values.only === 'memory') {
  const { measureMemory } = await import('./memory.mjs');
  const size = values.quick ? { seconds: 10, pause: 5 } : {};
  console.log(await measureMemory({ write: values.write, ...size }));
} else if (values.only === 'fast-path') {
  const { measureFastPath } = await import('./fast-path.mjs');
  console.log(await measureFastPath(values.quick ? { slices: 5 } : {}));
} else if (values.only === 'console') {
  const { measureConsolePages } = await import('./console-pages.mjs');
  const { withServer } = await import('./with-server.mjs');
  console.log(await withServer(measureConsolePages));
} else if (values.only === 'purge') {
  const { measurePurge } = await import('./purge.mjs');
  const sizes = { tokens: Number(values.tokens), expiring: Number(values.expiring) };
  console.log(
    await measurePurge(values.quick ? { tokens: 200_000, expiring: 50_000, seconds: 3, maxRounds: 4 } : sizes),
  );
} else if (values.only === 'seat-traffic') {
  const { measureSeatTraffic } = await import('./seat-traffic.mjs');
  const size = values.quick ? { rounds: 2, seconds: 2 } : {};
  const measured = await measureSeatTraffic({ ...size, processes: values.processes ? 2 : 1 });
  console.log(`${measured.table}\n${measured.ratios}`);
  if (!measured.isWithinGoal) process.exitCode = 1;
} else if (values.only === 'imports') {
  // It reads the number of people itself.
  await import('./import-people.mjs');
} else if (values.only === 'waiting-list') {
  const { measureWaitingList } = await import('./waiting-list.mjs');
  console.log(await measureWaitingList(values.quick ? { waiting: 1_000, rounds: 50 } : {}));
} else if (values.only === 'rules') {
  const { measureRules } = await import('./rules.mjs');
  console.log(await measureRules(values.quick ? { rounds: 2 } : {}));
} else if (values.only === 'holds') {
  const { measureHolds } = await import('./holds.mjs');
  console.log(await measureHolds(values.quick ? { members: 5_000, deliveries: 50_000 } : {}));
} else if (values.only === 'mirror') {
  const { measureMirror } = await import('./mirror.mjs');
  console.log(await measureMirror(values.quick ? { people: 1_000, seconds: 1, revocations: 50, mirrors: 10 } : {}));
} else if (values.only === 'webhooks') {
  const { measureWebhooks } = await import('./webhooks.mjs');
  console.log(await measureWebhooks(values.quick ? { deliveries: 2_000 } : {}));
} else if (values.only === 'restore') {
  const { runRestore } = await import('./restore.mjs');
  await runRestore(values.quick ? { people: 20_000 } : {});
} else {
  const { runComparison } = await import('./comparison.mjs');
  await runComparison({ quick: values.quick, only, write: values.write || (!values.quick && only.length === 0) });
  if (!values.quick && only.length === 0) {
    const { compareWithBetterAuth } = await import('./better-auth/compare.mjs');
    await compareWithBetterAuth({ quick: false, only, write: true });
    await import('./parts.mjs');
  }
}
