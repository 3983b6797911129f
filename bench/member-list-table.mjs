import { large, small } from './member-list-fills.mjs';

/** The filters of the list, and their queries. */
export const filters = {
  none: '',
  'status=ACTIVE': 'status=ACTIVE&',
  'role=admin': 'role=admin&',
  both: 'status=ACTIVE&role=member&',
};

/** The times of all pages as a Markdown table. */
export function memberListTable(cells, lengths) {
  const find = (filter, tenant, deep) =>
    cells.find((cell) => cell.filter === filter && cell.tenant === tenant && cell.deep === deep);
  const rows = Object.keys(filters).map((filter) => {
    const [smallFirst, smallLast] = [find(filter, small, false), find(filter, small, true)];
    const [first, last] = [find(filter, large, false), find(filter, large, true)];
    return [
      filter,
      milliseconds(smallFirst),
      milliseconds(smallLast),
      milliseconds(first),
      `${milliseconds(last)} (page ${last.page.toLocaleString('en')})`,
      ratio(last, first),
      ratio(first, smallFirst),
    ];
  });
  const heading = [
    'filter',
    '1,000: page 1',
    '1,000: last',
    '100,000: page 1',
    '100,000: last',
    'last : page 1',
    '100,000 : 1,000',
  ];
  const lines = [heading, heading.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`);
  return `## Member list\n\n${lines.join('\n')}\n\n${note(lengths)}\n`;
}

const note = ({
  limit,
  rounds,
  requestsPerRound,
}) => `Milliseconds of one GET /api/tenants/:id/members?limit=${limit} over loopback HTTP, with a bearer token that is looked up each
time: medians of ${rounds * requestsPerRound} requests, one after the other, in ${rounds} interleaved rounds, client, server and PostgreSQL on one machine.
"100,000 : 1,000" compares first pages. The total in the response is a sum of counters. Ratios carry over
to other machines, milliseconds do not.`;

const median = ({ times }) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
const milliseconds = (cell) => median(cell).toFixed(1);
const ratio = (one, other) => `${(median(one) / median(other)).toFixed(1)}×`;
