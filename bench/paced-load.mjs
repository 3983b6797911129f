import { setTimeout as delay } from 'node:timers/promises';

// Of one kind. On a machine that is too busy fewer are sent, instead of ever more waiting.
const mostInFlight = 16;

/**
 * Sends requests of several kinds at fixed rates a second, evenly mixed, whether or not earlier ones have ended. Returns
 * how many were sent of each kind, when all of them have ended. Fails on the first error.
 */
export async function pacedLoad(requests, rates, seconds) {
  const kinds = Object.keys(rates);
  const sent = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const open = Object.fromEntries(kinds.map((kind) => [kind, new Set()]));
  let failure;
  const begun = performance.now();
  for (let passed = 0; passed < seconds && !failure; passed = (performance.now() - begun) / 1000) {
    for (const kind of kinds) {
      while (sent[kind] < Math.floor(rates[kind] * passed) && open[kind].size < mostInFlight) {
        sent[kind] += 1;
        const one = requests[kind]()
          .catch((error) => {
            failure ??= error;
          })
          .finally(() => open[kind].delete(one));
        open[kind].add(one);
      }
    }
    await delay(5);
  }
  await Promise.all(kinds.flatMap((kind) => [...open[kind]]));
  if (failure) throw failure;
  return sent;
}
