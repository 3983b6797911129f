import { median } from './compare.mjs';
import { tenantRead } from './scenarios/own-scenarios.mjs';
import {
  clientCredentials,
  codeExchange,
  discovery,
  introspection,
  jwks,
  licenseCheck,
  refresh,
  userinfo,
} from './scenarios/requests.mjs';

/**
 * The measured requests, and how many of them a round sends: about as much work for each. M has no licenses and no
 * tenants: these two are compared with its userinfo.
 */
const pairs = {
  'client credentials': { ours: clientCredentials('ES256'), requests: 600 },
  // Most of their time is one RS256 signature.
  'a refresh token for tokens': { ours: refresh, requests: 120 },
  'a code for tokens': { ours: codeExchange, requests: 120 },
  userinfo: { ours: userinfo, requests: 1_000 },
  'introspection of an access token': { ours: introspection, requests: 800 },
  '`GET /api/integration/licenses/check`': { ours: licenseCheck, map: userinfo, requests: 1_000 },
  '`GET /api/tenants/:id`': { ours: tenantRead, map: userinfo, requests: 1_000 },
  discovery: { ours: discovery, requests: 1_600 },
  'the key set': { ours: jwks, requests: 1_600 },
};

const fewestRounds = 3;

/** The names of the measured requests. */
export const measuredRequests = Object.keys(pairs);

/**
 * CPU per request of this server as a multiple of M: both in one process, in turns, after warming up. The median of the
 * rounds' ratios: what else the machine does affects both alike. After `budget` seconds no further round begins, if there
 * were three.
 */
export async function measureCpuRatio(contender, name, { rounds = 5, slices = 2, budget = 45 } = {}) {
  const { ours, map: other = ours, requests } = pairs[name];
  const issuer = await contender.ask('issuerOfMap');
  const map = { issuer, ask: (what, input) => contender.ask(what === 'codes' ? 'codesOfMap' : what, input) };
  const runs = [
    { contender, run: await ours('identity', contender), cpu: [] },
    { contender: map, run: await other('M', map), cpu: [] },
  ];
  const amount = Math.ceil(requests / slices);
  const until = Date.now() + budget * 1000;
  for (let round = -1; round < rounds && (round < fewestRounds || Date.now() < until); round += 1) {
    const cpu = await measureRound(runs, { amount, slices, round });
    // The first round only warms up.
    if (round >= 0) for (const [index, { cpu: measured }] of runs.entries()) measured.push(cpu[index]);
  }
  const [own, its] = runs.map(({ cpu }) => cpu);
  const ratios = own.map((milliseconds, round) => milliseconds / its[round]);
  return { ratio: median(ratios), ratios, milliseconds: median(own), ofMap: median(its) };
}

/** Milliseconds of CPU per request, of each. */
async function measureRound(runs, { amount, slices, round }) {
  const used = runs.map(() => 0);
  for (let slice = 0; slice < slices; slice += 1) {
    const order = (round + slice) % 2 === 0 ? [0, 1] : [1, 0];
    for (const index of order) {
      const { contender, run } = runs[index];
      // Collects the garbage of the other one, which would otherwise be counted here.
      await contender.ask('memory');
      const { cpu, sent } = await run(contender, { amount });
      used[index] += cpu / sent / slices;
    }
  }
  return used;
}
