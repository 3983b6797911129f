import { isIP, isIPv6 } from 'node:net';

/**
 * Where a request comes from, for counting. A household or a server has 2^64 addresses of IPv6 to itself: all of them
 * count as one. An IPv4 address in IPv6 clothes is that IPv4 address.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ipOf(ip).split('%', 1);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The IP address without the port that some proxies write behind it in `X-Forwarded-For`, e.g. `192.0.2.7:5678` or
 * `[::1]:1234`. Anything else stays as it is.
 */
export function ipOf(address: string): string {
  const plain = address.trim().replace(/^"(.*)"$/u, '$1');
  if (isIP(plain)) return plain;
  const [, bracketed, unbracketed] = withPort.exec(plain) ?? [];
  const ip = bracketed ?? unbracketed ?? '';
  return isIP(ip) ? ip : address;
}

const withPort = /^(?:\[([^\]]+)\](?::\d{1,5})?|(.+):\d{1,5})$/u;

function groupsOf(address: string): number[] {
  // The URL parser knows every way to write one, and gives it back in hexadecimal groups only.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...missing, ...tail].map((group) => Number.parseInt(group, 16));
}
