import { setTimeout as delay } from 'node:timers/promises';
import { newTokens } from './exchange-codes.mjs';
import { user, web } from './fixtures.mjs';
import { openSignIn } from './open-sign-in.mjs';
import { tokenLoad } from './purge-load.mjs';

/**
 * What people and applications do while something large runs: sign-ins and changes of the person's tenants one after the other,
 * and tokens at a fixed rate.
 */
export async function loadBeside(server) {
  const tokens = await tokenLoad(server);
  const run = async (seconds) => {
    const [requests, signIns, changes] = await Promise.all([
      tokens.run(seconds),
      signInsDuring(server, seconds),
      changesDuring(server, seconds),
    ]);
    return { ...requests, 'sign-in': signIns, 'tenant change': changes };
  };
  // The first requests load data that the later ones share.
  await run(5);
  return { run };
}

/** The 95th percentile of each kind without and with the work, and their ratio. */
export function compareBeside(quiet, busy) {
  return Object.keys(quiet).map((kind) => {
    const [before, now] = [quiet, busy].map((times) => at(times[kind], 0.95));
    return `p95 ${kind}: ${before.toFixed(0)} → ${now.toFixed(0)} ms, ${(now / before).toFixed(2)}×`;
  });
}

/** Somebody signs in by the page, again and again. Returns how long each took. */
async function signInsDuring({ issuer }, seconds) {
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    const { action, cookie } = await openSignIn(issuer, web);
    const form = new URLSearchParams({ email: user.email, password: user.password });
    const { status } = await fetch(action, { method: 'POST', redirect: 'manual', headers: { cookie }, body: form });
    if (status !== 303) throw new Error(`A sign-in returned ${status}.`);
    times.push(performance.now() - started);
  }
  return times;
}

/** An owner renames one of their tenants after the other, ten in a second at most. Returns how long each took. */
async function changesDuring(server, seconds) {
  const [{ access_token: token }] = await newTokens('identity', server, { count: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (path, init) => {
    const response = await fetch(`${server.issuer}/api/tenants${path}`, { headers, ...init });
    const body = await response.json();
    if (response.status !== 200)
      throw new Error(`/api/tenants${path} returned ${response.status}: ${JSON.stringify(body)}`);
    return body;
  };
  const { tenants } = await send('');
  const times = [];
  const end = performance.now() + seconds * 1000;
  for (let count = 0; performance.now() < end; count += 1) {
    const { id, slug } = tenants[count % tenants.length];
    const started = performance.now();
    await send(`/${id}`, { method: 'PATCH', body: JSON.stringify({ name: `${slug} ${count}` }) });
    times.push(performance.now() - started);
    await delay(100);
  }
  return times;
}

function at(times, part) {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * part)];
}
