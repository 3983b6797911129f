import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { newTokens, postForm } from './exchange-codes.mjs';
import { application, machine, tenant } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';
import { holders, licenseTypeId, other, seatTrafficSeed, suspended } from './seat-traffic-seed.mjs';
import { ratiosOfChanges, seatTrafficTable } from './seat-traffic-table.mjs';
import { startContender } from './start-contender.mjs';

const perSecond = 150;
const workers = 16;

/** The p95 of changes beside seat calls may be this many times the one without them. */
const goal = 4;

/**
 * How long changes of a tenant and requests of another tenant take, without and beside seat calls: at a fixed rate, and
 * as many as the server can handle. With two processes, both get seat calls, and the first one the changes. Returns a
 * Markdown table, a line with the ratios of the p95, and whether they are within the goal.
 */
export async function measureSeatTraffic({ rounds = 5, seconds = 4, processes = 1 } = {}) {
  const postgres = await startTemporaryPostgres();
  const servers = [];
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: seatTrafficSeed });
    for (let count = 0; count < processes; count += 1) servers.push(await startContender('identity', [postgres.url]));
    const [server] = servers;
    const callers = await signIn(servers);
    // In turn, so that other work on the machine affects all alike; the first round only warms up.
    const phases = { none: [], paced: [], full: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const traffic of Object.keys(phases)) {
        const measured = await phase(server, callers, { traffic, seconds: round === 0 ? 1 : seconds });
        if (round > 0) phases[traffic].push(measured);
      }
    }
    const ratios = ratiosOfChanges(phases);
    const told = Object.entries(ratios).map(([traffic, ratio]) => `${traffic} ${ratio.toFixed(1)}`);
    return {
      table: seatTrafficTable(phases, { perSecond, workers, rounds, seconds, processes, goal }),
      ratios: `p95 beside / p95 alone: ${told.join(', ')}; at most ${goal}`,
      isWithinGoal: Object.values(ratios).every((ratio) => ratio <= goal),
    };
  } finally {
    for (const server of servers) await server.end();
    await postgres.stop();
  }
}

/** Each process is an issuer of its own, so the machine has a token of each. */
async function signIn(servers) {
  const [server] = servers;
  const [{ access_token: owner }] = await newTokens('identity', server, { count: 1 });
  const fields = { grant_type: 'client_credentials', scope: 'licenses:read licenses:write' };
  const seatTokens = [];
  for (const at of servers) {
    const { body } = await postForm(at, pathsOf('identity').token, fields, machine);
    seatTokens.push({ at, token: body.access_token });
  }
  const { members } = await call(server, owner, 'GET', `/api/tenants/${tenant.id}/members?limit=100`);
  const { id: membershipId } = members.find(({ user }) => user.email === suspended.email);
  return { owner, seatTokens, membershipId };
}

/** A phase without or with seat calls: the time of each change and of each request of the other tenant. */
async function phase(server, callers, { traffic, seconds }) {
  const end = performance.now() + seconds * 1000;
  const seats = { calls: 0 };
  const seatCalls =
    traffic === 'none'
      ? []
      : [...holders.keys()].slice(0, workers).map((worker) =>
          seatWorker(callers, {
            worker,
            end,
            seats,
            pause: traffic === 'paced' ? (workers * 1000) / perSecond : 0,
          }),
        );
  const started = performance.now();
  const [changes, others] = await Promise.all([
    timesUntil(end, changesOf(server, callers)),
    timesUntil(end, requestsOfOther(server, callers)),
    ...seatCalls,
  ]);
  // A change that had to wait until the seat calls ended counts with its full time.
  return { changes, others, seatsPerSecond: seats.calls / ((performance.now() - started) / 1000) };
}

/** Grants and revokes the seats of its own members, at most at the given rate. */
async function seatWorker({ seatTokens }, { worker, end, seats, pause }) {
  const { at, token } = seatTokens[worker % seatTokens.length];
  const own = holders.filter((_, index) => index % workers === worker);
  let due = performance.now() + (pause * worker) / workers;
  for (let turn = 0; performance.now() < end || turn % 2 === 1; turn += 1) {
    if (pause) await delay(Math.max(0, due - performance.now()));
    due += pause;
    const userId = own[Math.floor(turn / 2) % own.length].id;
    const granting = turn % 2 === 0;
    const body = { userId, applicationId: application.id, ...(granting ? { licenseTypeId } : {}) };
    await call(at, token, 'POST', `/api/integration/licenses/${granting ? 'grant' : 'revoke'}`, body);
    if (performance.now() < end) seats.calls += 1;
  }
}

function changesOf(server, { owner, membershipId }) {
  const path = `/api/tenants/${tenant.id}`;
  const member = `${path}/members/${membershipId}`;
  return [
    () => call(server, owner, 'PATCH', path, { name: 'Bench' }),
    () => call(server, owner, 'POST', `${path}/invitations`, { email: `${crypto.randomUUID()}@people.test` }),
    () => call(server, owner, 'PATCH', member, { status: 'SUSPENDED' }),
    () => call(server, owner, 'PATCH', member, { status: 'ACTIVE' }),
  ];
}

function requestsOfOther(server, { owner }) {
  const path = `/api/tenants/${other.id}`;
  return [() => call(server, owner, 'GET', path), () => call(server, owner, 'PATCH', path, { name: 'Other' })];
}

/** Runs the actions one after the other until that time; each set is finished. */
async function timesUntil(end, actions) {
  const times = [];
  while (performance.now() < end) {
    for (const action of actions) {
      const started = performance.now();
      await action();
      times.push(performance.now() - started);
    }
  }
  return times;
}

async function call(server, token, method, path, body) {
  const response = await fetch(`${server.issuer}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
