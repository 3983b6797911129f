import { performance } from 'node:perf_hooks';
import { fill, fills, large, small } from './member-list-fills.mjs';
import { filters, memberListTable } from './member-list-table.mjs';

const limit = 20;
const rounds = 5;
const requestsPerRound = 5;

/** Measures pages of the member list over HTTP; returns a Markdown table. */
export async function measureMemberList({ issuer, databaseUrl, token }) {
  await fill(databaseUrl, fills);
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
  // In turn, so that other work on the machine affects all alike; the first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const cell of cells) {
      for (let request = 0; request < requestsPerRound; request += 1) {
        const started = performance.now();
        await get(cell.url);
        if (round > 0) cell.times.push(performance.now() - started);
      }
    }
  }
  return memberListTable(cells, { limit, rounds, requestsPerRound });
}

async function getJson(url, token) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${url} returned ${response.status} ${JSON.stringify(body)}`);
  return body;
}

/** Verifies the response: the time of a wrong response would be meaningless. */
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
