import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicIp } from './ip.js';

/** A request was refused, because its host is in a private network. */
export class PrivateNetworkError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet but in a private network: it is not called.`);
  }
}

// Checked where the connection is made: a host name that resolves to another IP a moment later is checked again.
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const bad = error ?? addresses.find(({ address }) => !isPublicIp(address));
    const first = addresses?.[0];
    if (bad || !first) callback(error ?? new PrivateNetworkError(hostname), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** How long the parts of a request may take. */
export interface OutgoingLimits {
  readonly connectMilliseconds?: number;
  /** Until the headers of the response, and between two parts of its body. */
  readonly silenceMilliseconds?: number;
}

export interface OutgoingOptions extends OutgoingLimits {
  readonly allowPrivate: boolean;
}

/** Throws if the host is an IP of a private network. Names are checked when the connection is made. */
export function refusePrivateIp(hostname: string, { allowPrivate }: OutgoingOptions): void {
  const literal = hostname.replace(/^\[|\]$/gu, '');
  if (!allowPrivate && isIP(literal) !== 0 && !isPublicIp(literal)) throw new PrivateNetworkError(hostname);
}

/** Loads undici, and creates the connections for outgoing requests. Most processes never make one. */
export async function loadAgent({
  allowPrivate,
  connectMilliseconds = 3_000,
  silenceMilliseconds = 5_000,
}: OutgoingOptions) {
  const { Agent, fetch, request } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: connectMilliseconds, ...(allowPrivate ? {} : { lookup: publicLookup }) },
    headersTimeout: silenceMilliseconds,
    bodyTimeout: silenceMilliseconds,
    maxResponseSize: 1_000_000,
  });
  return { fetch, request, dispatcher };
}
