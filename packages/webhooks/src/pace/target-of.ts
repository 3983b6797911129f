import { isIP } from 'node:net';
import { networkOf } from '@org/identity-core';

/**
 * What the requests to a URL are counted for: the registrable domain, so that many subdomains are one target; an IPv4; the
 * /64 of an IPv6. Names without such a domain, such as `localhost`, stand for themselves.
 */
export async function targetOf(url: string): Promise<string> {
  // A URL has its host in lower case, and an IPv4 in its usual form however it was written.
  const host = new URL(url).hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
  if (isIP(host) !== 0) return networkOf(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'localhost';
  // The list of suffixes takes some 200 KB. Processes that send nothing do not load it.
  const { getDomain } = await import('tldts');
  // With the suffixes of hosting companies: their customers do not share a limit.
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? host;
}
