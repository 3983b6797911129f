import { performance } from 'node:perf_hooks';

const small = { id: '019a0000-0000-7000-8700-000000000702', members: 1_000 };
const large = { id: '019a0000-0000-7000-8700-000000000701', members: 100_000 };
const filters = {
  none: '',
  'status=ACTIVE': 'status=ACTIVE&',
  'role=admin': 'role=admin&',
  both: 'status=ACTIVE&role=member&',
};
const limit = 20;
const rounds = 5;
const requestsPerRound = 5;

const uuid = (prefix, number = 'i') => `('019a0000-0000-7000-8${prefix}00-' || lpad((${number})::text, 12, '0'))::uuid`;
// Every tenth is admin, every fiftieth suspended.
const role = "(CASE WHEN i % 10 = 0 THEN 'admin' ELSE 'member' END)::identity.role";
const status = "(CASE WHEN i % 50 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END)::identity.membership_status";
// One large tenant and a hundred small ones whose members joined in turn, so that their rows lie mixed.
const fills = [
  `INSERT INTO identity.tenants (id, name, slug)
   SELECT ${uuid('7', '700 + i')}, 'Tenant', 'tenant-' || i FROM generate_series(1, 101) i`,
  `INSERT INTO identity.users (id, email, normalized_email, display_name)
   SELECT ${uuid('a')}, 'user-' || i || '@people.test', 'user-' || i || '@people.test', 'User ' || i
   FROM generate_series(1, ${large.members}) i`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role, status)
   SELECT ${uuid('c', 'i * 2 + other')},
          ${uuid('7', 'CASE WHEN other = 0 THEN 701 ELSE 702 + i % 100 END')}, ${uuid('a')}, ${role}, ${status}
   FROM generate_series(1, ${large.members}) i, generate_series(0, 1) other`,
  // A plain one in the small tenant has the same share of admins and suspended as the large one.
  `UPDATE identity.memberships SET role = (CASE WHEN n % 10 = 0 THEN 'admin' ELSE 'member' END)::identity.role,
          status = (CASE WHEN n % 50 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END)::identity.membership_status
   FROM (SELECT id AS own, row_number() OVER (ORDER BY id) AS n FROM identity.memberships
         WHERE tenant_id = '${small.id}') numbered WHERE id = own`,
  'VACUUM ANALYZE',
];

/** Measures pages of the member list over HTTP; returns a Markdown table. */
export async function measureMemberList({ issuer, db, token }) {
  for (const fill of fills) await db.$executeRawUnsafe(fill);
  const get = (path) => getJson(`${issuer}${path}`, token);
  const cells = [];
  for (const [filter, query] of Object.entries(filters)) {
    for (const tenant of [small, large]) {
      const path = `/api/tenants/${tenant.id}/members?${query}limit=${limit}`;
      const { pagination } = await get(path);
      for (const page of [1, pagination.pages]) {
        const cell = { filter, tenant, page, deep: page > 1, url: `${path}&page=${page}`, times: [] };
        checkPage(await get(cell.url), cell, pagination);
        cells.push(cell);
      }
    }
  }
  // In turn, so that whatever else the machine does hits all alike; the first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const cell of cells) {
      for (let request = 0; request < requestsPerRound; request += 1) {
        const started = performance.now();
        await get(cell.url);
        if (round > 0) cell.times.push(performance.now() - started);
      }
    }
  }
  return table(cells);
}

async function getJson(url, token) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${JSON.stringify(body)}`);
  return body;
}

/** A fast answer that is wrong would be no figure at all. */
function checkPage({ members, pagination }, { filter, tenant, page }, first) {
  const expected = page < first.pages ? limit : first.total - (first.pages - 1) * limit;
  const wrong =
    members.length !== expected ||
    pagination.page !== page ||
    pagination.total !== first.total ||
    (filter === 'none' && first.total !== tenant.members) ||
    members.some(({ user }) => !user.email);
  if (wrong) throw new Error(`Page ${page} with ${filter} of ${tenant.members} members is wrong.`);
}

function table(cells) {
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
  return `## Member list\n\n${lines.join('\n')}\n\n${note}\n`;
}

const note = `Milliseconds of one GET /api/tenants/:id/members?limit=${limit} over loopback HTTP, with a bearer token that is looked up each
time: medians of ${rounds * requestsPerRound} requests, one after the other, in ${rounds} interleaved rounds, client, server and PostgreSQL on one machine.
"100,000 : 1,000" compares first pages. The answer has the total, so every page counts the rows of its filter. Ratios carry over
to other machines, milliseconds do not.`;

const median = ({ times }) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
const milliseconds = (cell) => median(cell).toFixed(1);
const ratio = (one, other) => `${(median(one) / median(other)).toFixed(1)}×`;
