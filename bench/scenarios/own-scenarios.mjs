import { performance } from 'node:perf_hooks';
import { newTokens, postForm } from '../exchange-codes.mjs';
import { application, machine, tenant } from '../fixtures.mjs';
import { load } from '../load.mjs';
import { pathsOf } from '../paths.mjs';
import { holders, licenseTypeId } from '../seat-traffic-seed.mjs';

/** Requests that no anchor knows: two versions of this server are compared by them. */
export const ownScenarios = [
  { key: 'tenant-read', title: 'GET /api/tenants/:id', contenders: ['identity'], start: tenantRead },
  { key: 'seat-calls', title: 'grant and revoke, one caller', contenders: ['identity'], start: seatCalls(1) },
  { key: 'seat-calls-50', title: 'grant and revoke, fifty callers', contenders: ['identity'], start: seatCalls(50) },
];

export async function tenantRead(name, contender) {
  const [{ access_token: token }] = await newTokens(name, contender, { count: 1 });
  const request = { path: `/api/tenants/${tenant.id}`, headers: { authorization: `Bearer ${token}` } };
  return (_contender, how) => load(contender, request, how);
}

/** Each caller grants and revokes the seats of its own members, one call after the other. */
function seatCalls(callers) {
  return async (name, contender) => {
    const fields = { grant_type: 'client_credentials', scope: 'licenses:read licenses:write' };
    const { body } = await postForm(contender, pathsOf(name).token, fields, machine);
    return async (_contender, { seconds }) => {
      const before = await contender.ask('usage');
      const started = performance.now();
      const end = started + seconds * 1000;
      const times = [];
      const workers = Array.from({ length: callers }, (_, caller) =>
        callUntil(end, { contender, caller, callers, times, token: body.access_token }),
      );
      await Promise.all(workers);
      const took = (performance.now() - started) / 1000;
      const after = await contender.ask('usage');
      const sorted = times.toSorted((one, other) => one - other);
      const at = (part) => sorted[Math.floor((sorted.length - 1) * part)];
      const requests = times.length;
      const cpu = after.cpu - before.cpu;
      return { requests, sent: requests, perSecond: requests / took, p50: at(0.5), p99: at(0.99), cpu };
    };
  };
}

async function callUntil(end, { contender, caller, callers, times, token }) {
  const own = holders.filter((_, index) => index % callers === caller);
  for (let turn = 0; performance.now() < end; turn += 1) {
    const member = { userId: own[turn % own.length].id, applicationId: application.id };
    // A seat that was granted is revoked before the end, so that the next round finds the same state.
    for (const [path, body] of [
      ['grant', { ...member, licenseTypeId }],
      ['revoke', member],
    ]) {
      const started = performance.now();
      const response = await fetch(`${contender.issuer}/api/integration/licenses/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path} returned ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - started);
    }
  }
}
