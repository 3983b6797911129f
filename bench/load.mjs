import { setTimeout as delay } from 'node:timers/promises';
import { loadWithAutocannon } from './load-with-autocannon.mjs';
import { loadWithWrk, wrkVersion } from './load-with-wrk.mjs';

export const connections = 16;

/** The load generator, for the report. */
export const loadedWith = wrkVersion
  ? `wrk ${wrkVersion} (refresh and code exchange: autocannon)`
  : 'autocannon, for wrk is not installed';

/**
 * Sends requests to a contender, for so many seconds or so many times; fails on any response that is not a 2xx.
 * They are sent in turn; a request may have `next()` and `done(body)` if it needs data of an earlier response.
 */
export async function load(contender, requests, { seconds, amount, parallel = connections }) {
  const all = [requests].flat();
  const isFixed = amount === undefined && all.every(({ next }) => !next);
  const send = wrkVersion && isFixed ? loadWithWrk : loadWithAutocannon;
  const before = await contender.ask('usage');
  const { failed, why, ...measured } = await send(contender.issuer, all, { seconds, amount, parallel });
  // Requests still in flight end here, and not during the next measurement.
  await delay(100);
  const after = await contender.ask('usage');
  if (failed > 0) throw new Error(`${all[0].path} at ${contender.issuer} failed ${failed} times: ${why}`);
  return { ...measured, cpu: after.cpu - before.cpu };
}

/** A form as the body of a request. */
export const form = (fields) => new URLSearchParams(fields).toString();

/** The headers of every form post of a client with a secret. */
export const formHeaders = ({ id, secret }) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  'content-type': 'application/x-www-form-urlencoded',
});
