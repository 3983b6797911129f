import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IP in its usual notation, without its zone; an IPv4 mapped to IPv6 is returned as that IPv4. Returns undefined
 * if the text is not an IP.
 */
export function parseIp(text: string): Ip | undefined {
  // ipaddr.js also takes octal, hexadecimal and shortened IPv4, which other programs read differently.
  const version = isIP(text);
  if (version === 0) return undefined;
  try {
    return version === 4 ? ipaddr.IPv4.parse(text) : parseIpv6(text);
  } catch {
    return undefined;
  }
}

function parseIpv6(text: string): Ip {
  const [withoutZone = ''] = text.split('%', 1);
  // ipaddr.js takes `::192.0.2.7` for `::ffff:192.0.2.7`, which is another IP.
  const ip = ipaddr.IPv6.parse(withoutZone.replace(/^::(?=\d+\.)/u, '::0:'));
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip;
}

// What IANA gives out for single hosts. ipaddr.js says `unicast` of every range that it does not know.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether the text is an IP of a single host on the public internet; in doubt it is not. */
export function isPublicIp(text: string): boolean {
  const ip = parseIp(text);
  if (ip?.range() !== 'unicast') return false;
  return ip instanceof ipaddr.IPv4 || ip.match(globalUnicast);
}

/**
 * Returns the network that a request is counted for at one account or client: the /64 of an IPv6, because one household or
 * server has all of it, and an IPv4 itself. An IPv4 mapped to IPv6 is counted as that IPv4, and text that is not an IP as
 * it is.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/**
 * Returns the network that a request is counted for in total: the /48 of an IPv6. Everybody can get one for nothing, with
 * 65,536 networks of the size above.
 */
export function wideNetworkOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: 48 | 64): string {
  const [text = ''] = ipOf(address).split('%', 1);
  const ip = parseIp(text);
  if (!ip) return text;
  if (!('parts' in ip)) return ip.toString();
  const groups = ip.parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

/**
 * Returns the IP without the port that some proxies write behind it in `X-Forwarded-For`, e.g. `192.0.2.7:5678` or
 * `[::1]:1234`. Other text is returned as it is.
 */
export function ipOf(text: string): string {
  const plain = text.trim().replace(/^"(.*)"$/u, '$1');
  if (isIP(plain)) return plain;
  const [, bracketed, unbracketed] = withPort.exec(plain) ?? [];
  const ip = bracketed ?? unbracketed ?? '';
  return isIP(ip) ? ip : text;
}

const withPort = /^(?:\[([^\]]+)\](?::\d{1,5})?|(.+):\d{1,5})$/u;
