import { kinds } from './load/lanes.mjs';
import { keepSessions } from './load/sessions.mjs';
import { phases } from './phases.mjs';

/** Each phase lasts at least this long, and until each kind of operation happened this often. */
const minMilliseconds = 5_000;
const minOperations = 4;
const maxMilliseconds = 240_000;
const sessionsPerPhase = 3;

/** Runs all phases under load. Returns what happened in each. */
export async function runPhases({ versions, hosts, balancer, load, databaseUrl }) {
  const sessions = keepSessions();
  const results = [];
  // Without the plugin there is no newer version of it.
  const isPossible = ({ processes, migrate = 'new' }) => [...processes, migrate].every((name) => name in versions);
  for (const phase of phases.filter(isPossible)) {
    const started = Date.now();
    const current = load.begin(phase.name);
    hosts.reportTo(current.failures);
    if (phase.migrate) await versions[phase.migrate].migrate(databaseUrl);
    for (const [place, version] of phase.processes.entries()) await hosts.replace(place, version);
    if (results.length === 0) load.start();
    await sessions.begin(balancer.url, load.note, sessionsPerPhase);
    do await sessions.useAll(load.note);
    while (!isLongEnough(current, started));
    const seconds = (Date.now() - started) / 1_000;
    const lost = sessions.lost.splice(0).length;
    results.push({ ...current, ...balancer.takeCounts(), sessions: sessions.count(), lost, seconds });
    console.log(`  ${phase.name}: ${seconds.toFixed(0)} s, ${current.failures.length} failures`);
  }
  await load.stop();
  await hosts.stop();
  return results;
}

function isLongEnough({ name, operations, failures }, started) {
  const elapsed = Date.now() - started;
  const enough = kinds.every((kind) => (operations[kind] ?? 0) >= minOperations);
  if (elapsed >= minMilliseconds && enough) return true;
  if (elapsed < maxMilliseconds) return false;
  failures.push(`The phase "${name}" had too few operations in ${maxMilliseconds / 1_000} seconds.`);
  return true;
}
