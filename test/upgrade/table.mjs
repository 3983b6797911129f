import { table } from '../../bench/table.mjs';
import { kinds } from './load/lanes.mjs';

/** Two tables: what happened in each phase, and how often each kind of operation. */
export function describeResults(results) {
  const phases = results.map((result) => [
    result.name,
    `${result.seconds.toFixed(0)} s`,
    result.old,
    result.new,
    result.newer,
    result.refused,
    result.failures.length,
    result.sessions,
    result.lost,
  ]);
  const titles = ['phase', 'time', 'by old', 'by new', 'by newer', 'sent again', 'failed', 'sessions', 'lost'];
  const operations = results.map(({ name, operations: counts }) => [name, ...kinds.map((kind) => counts[kind] ?? 0)]);
  return `Requests\n\n${table(titles, phases)}\n\nOperations\n\n${table(['phase', ...kinds], operations)}`;
}
