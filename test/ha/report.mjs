import { kinds } from './options.mjs';

const titles = {
  kill: 'the leader is killed',
  freeze: 'the leader is frozen',
  cut: 'the leader is cut off',
  switchover: 'switchover',
  server: 'a server process is killed',
  standby: 'the synchronous standby is killed',
};

const median = (values) => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
const seconds = (value) => `${value.toFixed(1)} s`;

/** A Markdown table: for each kind of failure, the time without service and the responses. */
export function reportTable(outages, responses) {
  const rows = kinds
    .filter((kind) => outages.some((outage) => outage.kind === kind))
    .map((kind) => {
      const gaps = outages.filter((outage) => outage.kind === kind).map(({ gap }) => gap);
      const seen = responses.filter(({ phase }) => phase === kind);
      const count = (status) => String(seen.filter((response) => response.status === status).length);
      const failed = seen.filter(({ status }) => status === 503 || status === 0);
      const slowest =
        failed.length > 0 ? seconds(Math.max(...failed.map(({ milliseconds }) => milliseconds)) / 1000) : '–';
      const good = seen.filter(({ status }) => typeof status === 'number' && status >= 200 && status < 400).length;
      return [
        titles[kind],
        String(gaps.length),
        seconds(median(gaps)),
        seconds(Math.max(...gaps)),
        String(good),
        count(503),
        count(0),
        slowest,
      ];
    });
  const head = ['failure', 'times', 'median', 'max', 'succeeded', '503', 'no response', 'slowest failure'];
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index].length)));
  const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
