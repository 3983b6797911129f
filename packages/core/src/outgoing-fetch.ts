import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

export type Fetch = typeof fetch;

// RFC 6890 and its registries: this host, its network, its neighbours, and what is no single host at all.
const inner = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]) {
  const [address = '', prefix] = network.split('/');
  inner.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether an address is one that only our own network knows. */
export function isInnerAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/gu, '');
  return inner.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

// Checked where the connection is made, so a name that changes its address between two look-ups gains nothing.
const outerLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const bad = error ?? addresses.find(({ address }) => isInnerAddress(address));
    const first = addresses?.[0];
    if (bad || !first) callback(error ?? refused(hostname), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const refused = (host: string) => new Error(`${host} is an address of the inner network, which is not called.`);

/**
 * The fetch for every call that leaves the service: to addresses that somebody registered, so it follows
 * no redirect, reads no endless answer, waits for nobody, and never reaches our own network.
 */
export function createOutgoingFetch({ allowInner }: { allowInner: boolean }): Fetch {
  let parts: Promise<{ fetch: Fetch; dispatcher: unknown }> | undefined;
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    const literal = hostname.replace(/^\[|\]$/gu, '');
    if (!allowInner && isIP(literal) !== 0 && isInnerAddress(literal)) throw refused(hostname);
    parts ??= load(allowInner);
    const { fetch: outgoing, dispatcher } = await parts;
    const options = { ...init, redirect: 'manual', dispatcher };
    // Undici's own types and those Node has of an older undici differ in name only.
    return outgoing(input, options as RequestInit);
  };
}

/** Loaded with the first call: most processes never make one. */
async function load(allowInner: boolean): Promise<{ fetch: Fetch; dispatcher: unknown }> {
  const { Agent, fetch: outgoing } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: 3_000, ...(allowInner ? {} : { lookup: outerLookup }) },
    headersTimeout: 5_000,
    bodyTimeout: 5_000,
    maxResponseSize: 1_000_000,
  });
  return { fetch: outgoing as unknown as Fetch, dispatcher };
}
