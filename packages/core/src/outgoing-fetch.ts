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

/** A request was refused, because its host is in an inner network. */
export class InnerAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet but in an inner network: it is not called.`);
  }
}

const refused = (host: string) => new InnerAddressError(host);

/** How long the parts of a request may take. */
export interface FetchLimits {
  readonly connectMilliseconds?: number;
  /** Until the headers of the response, and between two parts of its body. */
  readonly silenceMilliseconds?: number;
}

export interface OutgoingFetchOptions extends FetchLimits {
  readonly allowInner: boolean;
}

/**
 * Creates the fetch for every call that leaves the service. Clients and tenants choose the URLs, so it follows no redirect,
 * limits the time and the size of a response, and calls public IPs only.
 */
export function createOutgoingFetch(limits: OutgoingFetchOptions): Fetch {
  const { allowInner } = limits;
  let parts: Promise<{ fetch: Fetch; dispatcher: unknown }> | undefined;
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    const literal = hostname.replace(/^\[|\]$/gu, '');
    if (!allowInner && isIP(literal) !== 0 && !isPublicIp(literal)) throw refused(hostname);
    parts ??= load(limits);
    const { fetch: outgoing, dispatcher } = await parts;
    const options = { ...init, redirect: 'manual', dispatcher };
    // The types of undici and those of Node's older undici differ in name only.
    return outgoing(input, options as RequestInit);
  };
}

/** Loaded at the first request: most processes never make one. */
async function load({
  allowInner,
  connectMilliseconds = 3_000,
  silenceMilliseconds = 5_000,
}: OutgoingFetchOptions): Promise<{ fetch: Fetch; dispatcher: unknown }> {
  const { Agent, fetch: outgoing } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: connectMilliseconds, ...(allowInner ? {} : { lookup: publicLookup }) },
    headersTimeout: silenceMilliseconds,
    bodyTimeout: silenceMilliseconds,
    maxResponseSize: 1_000_000,
  });
  return { fetch: outgoing as unknown as Fetch, dispatcher };
}
