import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IP in its usual notation, without its zone; an IPv4 mapped to IPv6 is returned as that IPv4. Returns undefined
 * if the text is not an IP.
 */
export function parseIp(text: string): Ip | undefined {
  // ipaddr.js also takes octal, hexadecimal and shortened IPv4, which other programs read differently.
  if (isIP(text) === 0) return undefined;
  const [withoutZone = ''] = text.split('%', 1);
  // ipaddr.js takes `::192.0.2.7` for `::ffff:192.0.2.7`, which is another IP.
  const ip = withoutZone.replace(/^::(?=\d+\.)/u, '::0:');
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined;
}

// All that IANA has given out for single hosts: ipaddr.js calls everything unicast that it has no other name for.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether the text is an IP of one host on the public internet; of everything in doubt, it is not. */
export function isPublicIp(text: string): boolean {
  const ip = parseIp(text);
  if (ip?.range() !== 'unicast') return false;
  return ip instanceof ipaddr.IPv4 || ip.match(globalUnicast);
}
