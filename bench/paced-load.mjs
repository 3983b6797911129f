import { setTimeout as delay } from 'node:timers/promises';

const mostInFlight = 400;

/**
 * Sends requests of several kinds at fixed rates a second, evenly mixed, whether or not earlier ones have ended. Returns
 * how many were sent of each kind, when all of them have ended. Fails on the first error.
 */
export async function pacedLoad(requests, rates, seconds) {
  const kinds = Object.keys(rates);
  const sent = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const open = new Set();
  let failure;
  const begun = performance.now();
  for (let passed = 0; passed < seconds && !failure; passed = (performance.now() - begun) / 1000) {
    for (const kind of kinds) {
      while (sent[kind] < Math.floor(rates[kind] * passed)) {
        sent[kind] += 1;
        const one = requests[kind]()
          .catch((error) => {
            failure ??= error;
          })
          .finally(() => open.delete(one));
        open.add(one);
      }
    }
    if (open.size > mostInFlight) failure ??= new Error(`The machine is too slow: ${open.size} requests in flight.`);
    await delay(5);
  }
  await Promise.all(open);
  if (failure) throw failure;
  return sent;
}
