import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicIp } from './ip.js';

export type Fetch = typeof fetch;

// Checked where the connection is made: a host name that resolves to another IP a moment later is checked again.
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const bad = error ?? addresses.find(({ address }) => !isPublicIp(address));
    const first = addresses?.[0];
    if (bad || !first) callback(error ?? refused(hostname), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const refused = (host: string) =>
  new Error(`${host} is not on the public internet but in an inner network: it is not called.`);

/**
 * Creates the fetch for every call that leaves the service. Clients and tenants choose the URLs, so it follows no redirect,
 * limits the time and the size of a response, and calls public IPs only.
 */
export function createOutgoingFetch({ allowInner }: { allowInner: boolean }): Fetch {
  let parts: Promise<{ fetch: Fetch; dispatcher: unknown }> | undefined;
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    const literal = hostname.replace(/^\[|\]$/gu, '');
    if (!allowInner && isIP(literal) !== 0 && !isPublicIp(literal)) throw refused(hostname);
    parts ??= load(allowInner);
    const { fetch: outgoing, dispatcher } = await parts;
    const options = { ...init, redirect: 'manual', dispatcher };
    // The types of undici and those of Node's older undici differ in name only.
    return outgoing(input, options as RequestInit);
  };
}

/** Loaded at the first request: most processes never make one. */
async function load(allowInner: boolean): Promise<{ fetch: Fetch; dispatcher: unknown }> {
  const { Agent, fetch: outgoing } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: 3_000, ...(allowInner ? {} : { lookup: publicLookup }) },
    headersTimeout: 5_000,
    bodyTimeout: 5_000,
    maxResponseSize: 1_000_000,
  });
  return { fetch: outgoing as unknown as Fetch, dispatcher };
}
