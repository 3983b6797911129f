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
import { startContender } from './start-contender.mjs';

/** The measured requests. M has no licenses and no tenants: these two are compared with its userinfo. */
const pairs = {
  'client credentials': { ours: clientCredentials('ES256') },
  // Fewer requests, because most of their time is one RS256 signature.
  'a refresh token for tokens': { ours: refresh, share: 0.2 },
  'a code for tokens': { ours: codeExchange, share: 0.2 },
  userinfo: { ours: userinfo },
  'introspection of an access token': { ours: introspection },
  '`GET /api/integration/licenses/check`': { ours: licenseCheck, map: userinfo },
  '`GET /api/tenants/:id`': { ours: tenantRead, map: userinfo },
  discovery: { ours: discovery },
  'the key set': { ours: jwks },
};

/**
 * CPU per request of this server as a multiple of M: both in one process, in turns, after warming up. The median of the
 * rounds' ratios: what else the machine does affects both alike.
 */
export async function measureCpuRatios(
  databaseUrl,
  { rounds = 5, requests = 1_000, slices = 2, only = [], tell } = {},
) {
  const contender = await startContender('identity-and-map', [databaseUrl]);
  try {
    const issuer = await contender.ask('issuerOfMap');
    const map = { issuer, ask: (what, input) => contender.ask(what === 'codes' ? 'codesOfMap' : what, input) };
    const results = {};
    for (const [name, { ours, map: other = ours, share = 1 }] of Object.entries(pairs)) {
      if (only.length > 0 && !only.includes(name)) continue;
      const runs = [
        { contender, run: await ours('identity', contender), cpu: [] },
        { contender: map, run: await other('M', map), cpu: [] },
      ];
      const amount = Math.ceil((requests * share) / slices);
      for (let round = -1; round < rounds; round += 1) {
        const cpu = await measureRound(runs, { amount, slices, round });
        // The first round only warms up.
        if (round >= 0) for (const [index, { cpu: measured }] of runs.entries()) measured.push(cpu[index]);
      }
      const [own, its] = runs.map(({ cpu }) => cpu);
      const ratios = own.map((milliseconds, round) => milliseconds / its[round]);
      results[name] = median(ratios);
      tell?.(name, { ratios, milliseconds: median(own), ofMap: median(its) });
    }
    return results;
  } finally {
    await contender.end();
  }
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
