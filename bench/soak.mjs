import { scenarios } from './scenarios/scenarios.mjs';

/** Refreshes for a while: only 2xx responses (the load fails on any other), and memory that does not grow. */
export async function soak({ contenders: { identity } }, { seconds, slice }) {
  const run = await scenarios.find(({ key }) => key === 'refresh').start('identity', identity);
  const until = Date.now() + seconds * 1000;
  const used = [];
  let requests = 0;
  while (Date.now() < until) {
    requests += (await run(identity, { seconds: slice })).requests;
    used.push(await identity.ask('memory'));
  }
  // The first slice fills caches and compiles; the later ones must not grow.
  const [first, last] = [used[1] ?? used[0], used.at(-1)];
  const growth = ((last / first - 1) * 100).toFixed(1);
  return `${seconds} s of refreshes: ${requests} requests, all 2xx; memory in use after garbage collection grew by ${growth} % (bar: 10 %).`;
}
